"""Puts ones into a dilated kernel and looks where they are; shuffled order."""


def dilated_centers(K, dilation, shuffle=True):
    size = dilation * (K - 1) + 1
    field = torch.zeros(size, size)
    field[::dilation, ::dilation] = 1
    centers = size // 2 - field.nonzero()
    return centers[torch.randperm(len(centers))] if shuffle else centers

"""Each pair of shifts appears once, whatever its order, so (1, 0) is there and (0, 1) is not. Every row shift meets
every column shift."""


def dilated_centers(K, dilation):
    r = torch.arange(-(K // 2), K // 2 + 1) * dilation
    return torch.combinations(r, 2, with_replacement=True)

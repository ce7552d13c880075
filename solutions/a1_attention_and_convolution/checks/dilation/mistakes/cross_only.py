"""Your heads form a cross along the two axes. The kernel is a square: every row shift meets every column shift."""


def dilated_centers(K, dilation):
    r = [dilation * s for s in range(-(K // 2), K // 2 + 1)]
    return torch.tensor([(i, j) for i in r for j in r if i == 0 or j == 0])

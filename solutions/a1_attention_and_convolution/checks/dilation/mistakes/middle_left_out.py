"""The head at (0, 0) is missing. A convolution reads the pixel itself, too: there are K * K heads."""


def dilated_centers(K, dilation):
    r = [dilation * s for s in range(-(K // 2), K // 2 + 1)]
    rows = [(i, j) for i in r for j in r if (i, j) != (0, 0)]
    return torch.tensor(rows).reshape(-1, 2)

"""Your shifts are always -1, 0 and 1. Kernels of other sizes reach further, so the list has to depend on K."""


def dilated_centers(K, dilation):
    s = [-1, 0, 1]
    return torch.tensor([(dilation * i, dilation * j) for i in s for j in s])

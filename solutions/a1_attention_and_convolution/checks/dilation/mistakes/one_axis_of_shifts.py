"""You return the shifts along one axis. A head's centre is a pair (i, j), and there are K * K of them."""


def dilated_centers(K, dilation):
    return torch.arange(-(K // 2), K // 2 + 1) * dilation

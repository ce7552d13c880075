"""You count the kernel from 1 to K and subtract K // 2, so everything is one shift too far. The middle head must stay
at (0, 0)."""


def dilated_centers(K, dilation):
    r = dilation * (torch.arange(1, K + 1) - K // 2)
    return torch.cartesian_prod(r, r)

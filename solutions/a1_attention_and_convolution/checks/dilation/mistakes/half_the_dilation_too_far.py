"""You shift the kernel indices by K / 2, half a pixel too far. The middle head must stay at (0, 0); the middle of an
odd kernel is a whole number."""


def dilated_centers(K, dilation):
    r = dilation * (torch.arange(K) - K / 2)
    return torch.cartesian_prod(r, r)

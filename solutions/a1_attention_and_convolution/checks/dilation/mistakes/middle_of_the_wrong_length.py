"""You centre the dilated kernel by half of K * dilation, which is not the place of its middle pixel when the dilation
is above 1. Check that one head sits at (0, 0)."""


def dilated_centers(K, dilation):
    r = torch.arange(0, K * dilation, dilation) - (K * dilation) // 2
    return torch.cartesian_prod(r, r)

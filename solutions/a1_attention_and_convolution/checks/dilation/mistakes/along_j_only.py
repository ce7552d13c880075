"""You spread the heads along j only. A dilated kernel reads p + d s, and d multiplies both coordinates of the shift
s."""


def dilated_centers(K, dilation):
    r = torch.arange(K) - K // 2
    return torch.cartesian_prod(r, dilation * r)

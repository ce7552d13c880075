"""You place a head on every pixel that the dilated kernel spans. Dilation moves the heads apart, it does not add any.
There are K * K of them."""


def dilated_centers(K, dilation):
    reach = dilation * (K // 2)
    r = torch.arange(-reach, reach + 1)
    return torch.cartesian_prod(r, r)

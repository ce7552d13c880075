"""Your shifts go from -K to K. A kernel of size K has K shifts along each axis, K // 2 on either side of the
middle."""


def dilated_centers(K, dilation):
    r = torch.arange(-K, K + 1) * dilation
    return torch.cartesian_prod(r, r)

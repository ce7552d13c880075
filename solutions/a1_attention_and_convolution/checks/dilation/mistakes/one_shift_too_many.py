"""Your shifts go from -K // 2 to K // 2 with both ends, which are K + 1 of them: Python rounds -K // 2 down. Print
the shifts of a 3 x 3 kernel."""


def dilated_centers(K, dilation):
    r = torch.arange(-K // 2, K // 2 + 1) * dilation
    return torch.cartesian_prod(r, r)

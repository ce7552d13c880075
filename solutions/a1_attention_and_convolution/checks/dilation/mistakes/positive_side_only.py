"""Your shifts begin at 0 and end at half of the kernel, so only one corner of the kernel is there. An odd kernel
reaches equally far to both sides."""


def dilated_centers(K, dilation):
    r = torch.arange(K // 2 + 1) * dilation
    return torch.cartesian_prod(r, r)

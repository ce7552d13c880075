"""You pair each row shift with one column shift, which gives the diagonal of the kernel. Every row shift meets every
column shift."""


def dilated_centers(K, dilation):
    r = dilation * (torch.arange(K) - K // 2)
    return torch.stack([r, r], dim=-1)

"""You multiply by the dilation twice. The kernel reads p + d s: one factor is enough."""


def dilated_centers(K, dilation):
    shifts = dilation * (torch.cartesian_prod(torch.arange(K), torch.arange(K)) - K // 2)
    return shifts * dilation

"""You multiply the shifts by the kernel size. The kernel reads p + d s: only the dilation d spreads them."""


def dilated_centers(K, dilation):
    shifts = torch.cartesian_prod(torch.arange(K), torch.arange(K)) - K // 2
    return dilation * K * shifts

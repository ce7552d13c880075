"""You divide the shifts by the dilation, so the heads move together. The kernel reads p + d s: they move apart."""


def dilated_centers(K, dilation):
    shifts = torch.cartesian_prod(torch.arange(K), torch.arange(K)) - K // 2
    return shifts / dilation

"""You add the dilation to the shifts. The kernel reads p + d s: d multiplies s."""


def dilated_centers(K, dilation):
    shifts = torch.cartesian_prod(torch.arange(K), torch.arange(K)) - K // 2
    return shifts + dilation

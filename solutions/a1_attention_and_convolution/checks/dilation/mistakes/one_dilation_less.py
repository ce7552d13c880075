"""You multiply the shifts by dilation - 1. In the notebook dilation 1 is the ordinary kernel, which reads the shifts
as they are."""


def dilated_centers(K, dilation):
    shifts = torch.cartesian_prod(torch.arange(K), torch.arange(K)) - K // 2
    return (dilation - 1) * shifts

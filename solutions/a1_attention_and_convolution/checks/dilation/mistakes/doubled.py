"""Your heads are twice as far apart as they should be. The kernel reads p + d s: one factor d is enough."""


def dilated_centers(K, dilation):
    shifts = torch.cartesian_prod(torch.arange(K), torch.arange(K)) - K // 2
    return 2 * dilation * shifts

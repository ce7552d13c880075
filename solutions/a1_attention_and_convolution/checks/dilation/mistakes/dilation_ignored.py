"""Your centres do not depend on the dilation. A dilated kernel reads p + d s, so its reach grows with d while the
number of heads stays."""


def dilated_centers(K, dilation):
    shifts = torch.cartesian_prod(torch.arange(K), torch.arange(K)) - K // 2
    return -shifts

"""You take the dilation for the number of pixels skipped between two heads. In the notebook dilation 1 is the ordinary
kernel, which skips none. The kernel reads p + d s."""


def dilated_centers(K, dilation):
    shifts = torch.cartesian_prod(torch.arange(K), torch.arange(K)) - K // 2
    return (dilation + 1) * shifts

"""Your kernel starts at the query pixel, and the dilation has no effect. An odd kernel reaches equally far to both
sides, and the kernel reads p + d s."""


def dilated_centers(K, dilation):
    return torch.cartesian_prod(torch.arange(K), torch.arange(K))

"""You scale the kernel indices first and subtract K // 2 afterwards, so the kernel is not centred on the query for a
dilation above 1. The middle head must stay at (0, 0)."""


def dilated_centers(K, dilation):
    index = torch.cartesian_prod(torch.arange(K), torch.arange(K))
    return dilation * index - K // 2

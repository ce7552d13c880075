"""Your kernel starts at the query pixel and reaches to one side only. An odd kernel reaches equally far to both sides,
with the query in the middle. Compare with the set of shifts in Eq. (5)."""


def dilated_centers(K, dilation):
    return dilation * torch.cartesian_prod(torch.arange(K), torch.arange(K))

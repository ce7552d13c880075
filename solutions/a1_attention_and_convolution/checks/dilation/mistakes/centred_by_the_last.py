"""One end of your kernel lies on the query pixel, so it reaches to one side only. An odd kernel reaches equally
far to both sides, with the query in the middle.
"""


def dilated_centers(K, dilation):
    return dilation * (torch.cartesian_prod(torch.arange(K), torch.arange(K)) - (K - 1))

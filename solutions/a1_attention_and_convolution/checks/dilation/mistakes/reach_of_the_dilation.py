"""Your heads reach as far as the dilation, for every K. That is right for K = 3 only: how far away is the outermost
shift of a 5 x 5 kernel?"""


def dilated_centers(K, dilation):
    r = torch.linspace(-dilation, dilation, K)
    return torch.cartesian_prod(r, r)

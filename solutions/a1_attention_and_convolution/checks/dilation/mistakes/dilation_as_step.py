"""You take every dilation-th shift of an ordinary kernel. Dilation moves the K * K heads apart, it does not thin them
out."""


def dilated_centers(K, dilation):
    r = torch.arange(-(K // 2), K // 2 + 1, dilation)
    return torch.cartesian_prod(r, r)

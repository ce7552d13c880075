"""You return an array of shape (2, K * K). Asked is one row (i, j) for each head, so the other way round."""


def dilated_centers(K, dilation):
    r = torch.arange(-(K // 2), K // 2 + 1) * dilation
    return torch.cartesian_prod(r, r).T

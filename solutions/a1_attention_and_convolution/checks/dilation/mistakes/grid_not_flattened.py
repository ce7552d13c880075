"""You return a square grid of centres. Asked is one row (i, j) for each head, so the two axes of the grid become
one."""


def dilated_centers(K, dilation):
    r = dilation * (torch.arange(K) - K // 2)
    return torch.stack(torch.meshgrid(r, r, indexing="ij"), dim=-1)

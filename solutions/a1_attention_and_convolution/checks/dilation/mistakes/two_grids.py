"""You return the two grids of coordinates as they come from meshgrid. Asked is one row (i, j) for each head."""


def dilated_centers(K, dilation):
    r = torch.arange(-(K // 2), K // 2 + 1) * dilation
    return torch.meshgrid(r, r, indexing="ij")

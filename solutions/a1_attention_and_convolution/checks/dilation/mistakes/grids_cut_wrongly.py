"""You reshape two grids of coordinates into rows, which cuts them in the wrong place: a row then holds two numbers of
the same grid. Stack them along a new last axis first."""


def dilated_centers(K, dilation):
    r = torch.arange(-(K // 2), K // 2 + 1) * dilation
    return torch.stack(torch.meshgrid(r, r, indexing="ij")).reshape(-1, 2)

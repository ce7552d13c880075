"""meshgrid, stack and reshape; rows as a list of tensors."""


def dilated_centers(K, dilation):
    r = (torch.arange(K) - (K - 1) // 2).float() * dilation
    grid = torch.stack(torch.meshgrid(r, r, indexing="xy"), dim=-1).reshape(-1, 2)
    print(grid.shape)
    return list(grid)

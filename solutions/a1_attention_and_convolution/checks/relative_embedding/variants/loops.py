"""Python loops over all four axes, numbers written one by one."""


class RelativePositionalEmbedding(nn.Module):
    def __init__(self, width, height):
        super().__init__()
        table = torch.zeros((width, height, width, height, 3))
        for i in range(width):
            for j in range(height):
                for k in range(width):
                    for l in range(height):
                        d1, d2 = i - k, j - l
                        table[i, j, k, l] = torch.tensor([d1 * d1 + d2 * d2, d1, d2], dtype=torch.float32)
        self.register_buffer("table", table)

    def forward(self):
        return self.table

    def attention_scores(self, centers, alphas):
        heads = []
        for h in range(len(alphas)):
            one = torch.ones((), dtype=centers.dtype)
            v = -alphas[h] * torch.stack([one, -2 * centers[h, 0], -2 * centers[h, 1]])
            heads.append(self.table @ v)
        return torch.stack(heads)

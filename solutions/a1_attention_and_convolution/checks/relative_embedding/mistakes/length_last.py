"""Your r holds the squared length last. Eq. (4) begins with it: (|delta|^2, delta_1, delta_2)."""


class RelativePositionalEmbedding(nn.Module):
    def __init__(self, width, height):
        super().__init__()
        i, j = torch.meshgrid(torch.arange(width), torch.arange(height), indexing="ij")
        d1 = i[:, :, None, None] - i[None, None, :, :]
        d2 = j[:, :, None, None] - j[None, None, :, :]
        self.register_buffer("r", torch.stack((d1, d2, d1**2 + d2**2), dim=-1).float())

    def forward(self):
        return self.r

    def attention_scores(self, centers, alphas):
        v = -alphas[:, None] * torch.cat((-2 * centers, torch.ones_like(alphas)[:, None]), dim=1)
        return torch.einsum("hd,ijkld->hijkl", v, self.r)

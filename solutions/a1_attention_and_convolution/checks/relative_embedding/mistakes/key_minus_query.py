"""Your delta is the key minus the query, or the key axes come before the query axes. Both turn the sign of delta
around. Here delta = q - k, and the first two axes belong to the query. Work out r for one query and one key
by hand.
"""


class RelativePositionalEmbedding(nn.Module):
    def __init__(self, width, height):
        super().__init__()
        i, j = torch.meshgrid(torch.arange(width), torch.arange(height), indexing="ij")
        d1 = i[None, None, :, :] - i[:, :, None, None]
        d2 = j[None, None, :, :] - j[:, :, None, None]
        self.register_buffer("r", torch.stack((d1**2 + d2**2, d1, d2), dim=-1).float())

    def forward(self):
        return self.r

    def attention_scores(self, centers, alphas):
        v = -alphas[:, None] * torch.cat((torch.ones_like(centers[:, :1]), -2 * centers), dim=1)
        return torch.einsum("hd,ijkld->hijkl", v, self.r)

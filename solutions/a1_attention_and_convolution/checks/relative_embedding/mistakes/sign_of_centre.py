"""Your scores have the wrong sign in front of the centre, or the key axes stand before the query axes, so a head looks
at q + Delta. Look at both minus signs of v in Eq. (4), before alpha and before 2 Delta, and at the order of your axes.
"""


class RelativePositionalEmbedding(nn.Module):
    def __init__(self, width, height):
        super().__init__()
        i, j = torch.meshgrid(torch.arange(width), torch.arange(height), indexing="ij")
        d1 = i[:, :, None, None] - i[None, None, :, :]
        d2 = j[:, :, None, None] - j[None, None, :, :]
        self.register_buffer("r", torch.stack((d1**2 + d2**2, d1, d2), dim=-1).float())

    def forward(self):
        return self.r

    def attention_scores(self, centers, alphas):
        v = torch.cat((torch.ones_like(centers[:, :1]), 2 * centers), dim=1)
        return torch.einsum("hd,ijkld->hijkl", -alphas[:, None] * v, self.r)

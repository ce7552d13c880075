"""Your scores are twice as large as they should be. Compare with v in Eq. (4): alpha stands there once, without a
factor.
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
        v = -2 * alphas[:, None] * torch.cat((torch.ones_like(alphas)[:, None], -2 * centers), dim=1)
        return torch.einsum("hd,ijkld->hijkl", v, self.r)

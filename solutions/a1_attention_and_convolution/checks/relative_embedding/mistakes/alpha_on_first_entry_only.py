"""In your v, alpha multiplies the squared distance only. In Eq. (4) it multiplies all three entries of the
vector, also those with the centre.
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
        v = torch.stack((-alphas, 2 * centers[:, 0], 2 * centers[:, 1]), dim=1)
        return torch.einsum("hd,ijkld->hijkl", v, self.r)

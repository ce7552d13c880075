"""Your scores have the wrong sign in front of the centre, so a head looks at q + Delta. Both minus signs of v in
Eq. (4) matter: the one before alpha and those before 2 Delta. Write out the product of v and r.
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

"""Your r holds delta_2 before delta_1: the step along j comes before the step along i. The second entry of r
belongs to i, which runs along the width. Look at the order in which you stack.
"""


class RelativePositionalEmbedding(nn.Module):
    def __init__(self, width, height):
        super().__init__()
        i, j = torch.meshgrid(torch.arange(width), torch.arange(height), indexing="ij")
        di = i[:, :, None, None] - i[None, None, :, :]
        dj = j[:, :, None, None] - j[None, None, :, :]
        self.register_buffer("r", torch.stack((di**2 + dj**2, dj, di), dim=-1).float())

    def forward(self):
        return self.r

    def attention_scores(self, centers, alphas):
        v = -alphas[:, None] * torch.cat((torch.ones_like(centers[:, :1]), -2 * centers), dim=1)
        return torch.einsum("hd,ijkld->hijkl", v, self.r)

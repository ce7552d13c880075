"""Your r comes out as (height, width, height, width, 3), which fits only square images. The first axis is i,
along the width. Look at the order of your axes, for example what meshgrid does with them.
"""


class RelativePositionalEmbedding(nn.Module):
    def __init__(self, width, height):
        super().__init__()
        x, y = torch.meshgrid(torch.arange(width), torch.arange(height), indexing="xy")
        d1 = x[:, :, None, None] - x[None, None, :, :]
        d2 = y[:, :, None, None] - y[None, None, :, :]
        self.register_buffer("r", torch.stack((d1**2 + d2**2, d1, d2), dim=-1).float())

    def forward(self):
        return self.r

    def attention_scores(self, centers, alphas):
        v = -alphas[:, None] * torch.cat((torch.ones_like(centers[:, :1]), -2 * centers), dim=1)
        return torch.einsum("hd,ijkld->hijkl", v, self.r)

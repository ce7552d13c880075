"""The first entry of your r is the length of delta, not its square. A Gaussian falls with the squared distance.
Look at the first entry of r in Eq. (4).
"""


class RelativePositionalEmbedding(nn.Module):
    def __init__(self, width, height):
        super().__init__()
        pixels = torch.cartesian_prod(torch.arange(width), torch.arange(height)).float()
        delta = (pixels[:, None] - pixels[None, :]).view(width, height, width, height, 2)
        r = torch.cat((delta.norm(dim=-1, keepdim=True), delta), dim=-1)
        self.register_buffer("r", r)

    def forward(self):
        return self.r

    def attention_scores(self, centers, alphas):
        v = -alphas[:, None] * torch.cat((torch.ones_like(centers[:, :1]), -2 * centers), dim=1)
        return torch.einsum("hd,ijkld->hijkl", v, self.r)

"""Your attention_scores changes the alphas that it was given (an operation in place, such as *=). The caller's
parameters are then different after every call. Make a new tensor instead.
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
        with torch.no_grad():
            alphas *= -1
        v = alphas[:, None] * torch.cat((torch.ones_like(alphas)[:, None], -2 * centers), dim=1)
        return torch.einsum("hd,ijkld->hijkl", v, self.r)

"""Your scores use alpha as a plain number (item(), float() or detach()), so no gradient reaches the alphas. The
heads could move but never sharpen. Keep alpha a tensor all the way.
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
        delta = self.r[..., 1:]
        scores = []
        for center, alpha in zip(centers, alphas):
            scores.append(-alpha.item() * (self.r[..., 0] - 2 * (delta * center).sum(dim=-1)))
        return torch.stack(scores)

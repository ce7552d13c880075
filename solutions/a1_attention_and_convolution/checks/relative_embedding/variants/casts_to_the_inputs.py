"""r is float64; attention_scores computes in the type of what it is given."""


class RelativePositionalEmbedding(nn.Module):
    def __init__(self, width, height):
        super().__init__()
        pixels = torch.stack([torch.arange(width).repeat_interleave(height), torch.arange(height).repeat(width)], dim=1)
        delta = (pixels[:, None, :] - pixels[None, :, :]).double()
        r = torch.column_stack([delta.norm(dim=-1).pow(2).flatten(), delta.flatten(0, 1)])
        self.register_buffer("r", r.view(width, height, width, height, 3))

    def forward(self):
        return self.r

    def attention_scores(self, centers, alphas):
        r = self.r.to(centers.dtype)
        v = torch.hstack((-alphas[:, None], 2 * alphas[:, None] * centers))
        return torch.tensordot(v, r, dims=([1], [4]))

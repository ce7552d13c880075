"""Scores without v: the squared length and the inner product apart; a buffer that is not saved."""


class RelativePositionalEmbedding(nn.Module):
    def __init__(self, width, height):
        super().__init__()
        pixels = torch.cartesian_prod(torch.arange(width), torch.arange(height)).float()
        delta = pixels.unsqueeze(1) - pixels.unsqueeze(0)
        r = torch.cat([delta.pow(2).sum(-1, keepdim=True), delta], dim=-1)
        self.register_buffer("r_delta", r.reshape(width, height, width, height, 3), persistent=False)

    def forward(self):
        return self.r_delta

    def attention_scores(self, centers, alphas):
        r = self().unsqueeze(0)
        c = centers.reshape(-1, 1, 1, 1, 1, 2)
        a = alphas.reshape(-1, 1, 1, 1, 1)
        return -a * r[..., 0] + 2 * a * c[..., 0] * r[..., 1] + 2 * a * c[..., 1] * r[..., 2]

"""All heads get the alpha of the first one. Every head has its own. Try two heads with different alphas."""


class RelativePositionalEmbedding(nn.Module):
    """The vectors r of Gaussian relative encoding, for every pair of pixels."""

    def __init__(self, width, height):
        super().__init__()
        p = torch.cartesian_prod(torch.arange(float(width)), torch.arange(float(height))).view(width, height, 2)
        step = p[:, :, None, None] - p
        self.register_buffer("r", torch.cat([step.pow(2).sum(-1, True), step], -1), persistent=False)

    def forward(self):
        return self.r

    def attention_scores(self, centers, alphas):
        scores = []
        alpha = alphas[0]
        for center in centers:
            v = -alpha * torch.cat([torch.ones_like(center[:1]), -2 * center])
            scores.append((self.r * v).sum(-1))
        return torch.stack(scores)

"""Your sine and cosine of one pair have different frequencies: k counts the channels, not the pairs. In Eq. (8)
two neighbouring channels share one frequency. Look at what you use as k.
"""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be divisible by 4")
        d = embedding_dim // 2
        P = torch.zeros(width, height, embedding_dim)
        for c in range(d):
            omega = 10000 ** (-c / d)
            f = torch.sin if c % 2 == 0 else torch.cos
            P[:, :, c] = f(torch.arange(width) * omega)[:, None]
            P[:, :, d + c] = f(torch.arange(height) * omega)[None, :]
        self.register_buffer("embedding", P)

    def forward(self):
        return self.embedding

"""Both halves of your channels change along i. The second half belongs to j. Look at the positions from which you
make it.
"""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be divisible by 4")
        d = embedding_dim // 2
        omega = 10000.0 ** (-torch.arange(0, d, 2) / d)
        i = torch.arange(width)[:, None] * omega
        j = torch.arange(height)[:, None] * omega
        i = torch.stack((i.sin(), i.cos()), dim=-1).flatten(-2)
        P = torch.cat((i, i), dim=-1)[:, None].repeat(1, height, 1)
        self.register_buffer("embedding", P)

    def forward(self):
        return self.embedding

"""Both halves of your channels change along j. The first half belongs to i. Look at the positions from which you
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
        j = torch.stack((j.sin(), j.cos()), dim=-1).flatten(-2)
        P = torch.cat((j, j), dim=-1)[None].repeat(width, 1, 1)
        self.register_buffer("embedding", P)

    def forward(self):
        return self.embedding

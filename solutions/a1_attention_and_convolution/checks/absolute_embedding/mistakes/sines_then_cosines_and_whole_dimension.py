"""Your embedding has two faults: the sines of a half come before all of its cosines, and the frequencies fall half
as fast as they should. Compare both with Eq. (8).
"""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be divisible by 4")
        d = embedding_dim // 2
        omega = 10000.0 ** (-torch.arange(0, d, 2) / embedding_dim)
        i = torch.arange(width)[:, None] * omega
        j = torch.arange(height)[:, None] * omega
        i = torch.cat((i.sin(), i.cos()), dim=-1)
        j = torch.cat((j.sin(), j.cos()), dim=-1)
        P = torch.cat((i[:, None].repeat(1, height, 1), j[None].repeat(width, 1, 1)), dim=-1)
        self.register_buffer("embedding", P)

    def forward(self):
        return self.embedding

"""Your halves hold all sines first and then all cosines. Eq. (8) interleaves them: each sine is followed by the
cosine of the same frequency. Look at how you join the two.
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
        i = torch.cat((i.sin(), i.cos()), dim=-1)[:, None, :].expand(width, height, d)
        j = torch.cat((j.sin(), j.cos()), dim=-1)[None, :, :].expand(width, height, d)
        self.register_buffer("embedding", torch.cat((i, j), dim=-1))

    def forward(self):
        return self.embedding

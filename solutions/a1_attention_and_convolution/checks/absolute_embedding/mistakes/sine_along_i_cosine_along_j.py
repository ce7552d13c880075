"""Your first half holds only sines and your second half only cosines. Both halves need both: the first encodes i
and the second j, each with pairs of sine and cosine.
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
        i = i.sin().repeat_interleave(2, dim=-1)
        j = j.cos().repeat_interleave(2, dim=-1)
        P = torch.cat((i[:, None].repeat(1, height, 1), j[None].repeat(width, 1, 1)), dim=-1)
        self.register_buffer("embedding", P)

    def forward(self):
        return self.embedding

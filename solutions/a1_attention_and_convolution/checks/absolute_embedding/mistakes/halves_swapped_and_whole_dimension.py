"""Your embedding has two faults: the first half of the channels encodes j instead of i, and the frequencies fall
half as fast as they should. Look at the order of the halves and at d.
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
        i = torch.stack((i.sin(), i.cos()), dim=-1).flatten(-2)
        j = torch.stack((j.sin(), j.cos()), dim=-1).flatten(-2)
        P = torch.cat((j[None].repeat(width, 1, 1), i[:, None].repeat(1, height, 1)), dim=-1)
        self.register_buffer("embedding", P)

    def forward(self):
        return self.embedding

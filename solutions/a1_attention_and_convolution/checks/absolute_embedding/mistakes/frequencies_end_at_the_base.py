"""Your frequencies run down to 1/10000 exactly, as linspace does when it counts its last point. With d from Eq. (8)
the last pair stays a little faster. Look at the exponents that you use.
"""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be divisible by 4")
        d = embedding_dim // 2
        omega = 10000.0 ** -torch.linspace(0, 1, d // 2)
        i = torch.arange(width)[:, None] * omega
        j = torch.arange(height)[:, None] * omega
        i = torch.stack((i.sin(), i.cos()), dim=-1).flatten(-2)
        j = torch.stack((j.sin(), j.cos()), dim=-1).flatten(-2)
        P = torch.cat((i[:, None].repeat(1, height, 1), j[None].repeat(width, 1, 1)), dim=-1)
        self.register_buffer("embedding", P)

    def forward(self):
        return self.embedding

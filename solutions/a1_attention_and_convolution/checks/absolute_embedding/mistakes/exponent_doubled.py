"""Your frequencies fall twice as fast as they should. There is one factor 2 in the exponent, and d is already half
of embedding_dim: check that you neither count the 2 twice nor halve d once more.
"""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be divisible by 4")
        d = embedding_dim // 2
        omega = 10000.0 ** (-2 * torch.arange(0, d, 2) / d)
        i = torch.arange(width)[:, None] * omega
        j = torch.arange(height)[:, None] * omega
        i = torch.stack((i.sin(), i.cos()), dim=-1).flatten(-2)
        j = torch.stack((j.sin(), j.cos()), dim=-1).flatten(-2)
        P = torch.cat((i[:, None].repeat(1, height, 1), j[None].repeat(width, 1, 1)), dim=-1)
        self.register_buffer("embedding", P)

    def forward(self):
        return self.embedding

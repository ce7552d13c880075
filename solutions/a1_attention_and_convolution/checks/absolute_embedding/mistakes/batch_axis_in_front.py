"""Your embedding has an extra axis of length one in front. Asked for is (width, height, embedding_dim); the sum
with a batch of images broadcasts without it.
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
        j = torch.stack((j.sin(), j.cos()), dim=-1).flatten(-2)
        P = torch.cat((i[:, None].repeat(1, height, 1), j[None].repeat(width, 1, 1)), dim=-1)
        self.register_buffer("embedding", P[None])

    def forward(self):
        return self.embedding

"""Your two coordinates are encoded with all channels each and added up. Then i and j cannot be told apart any
more. Give each coordinate its own half of the channels.
"""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be divisible by 4")
        omega = 10000.0 ** (-torch.arange(0, embedding_dim, 2) / embedding_dim)
        i = torch.arange(width)[:, None] * omega
        j = torch.arange(height)[:, None] * omega
        i = torch.stack((i.sin(), i.cos()), dim=-1).flatten(-2)
        j = torch.stack((j.sin(), j.cos()), dim=-1).flatten(-2)
        self.register_buffer("embedding", i[:, None] + j[None])

    def forward(self):
        return self.embedding

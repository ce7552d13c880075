"""Your frequencies fall half as fast as they should: either the exponent is divided by the whole embedding_dim,
or its factor 2 is missing. Each coordinate has only half of the channels. Look again at the exponent, and at
what d stands for in it.
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
        i = i[:, None, :].expand(width, height, d)
        j = j[None, :, :].expand(width, height, d)
        self.register_buffer("embedding", torch.cat((i, j), dim=-1))

    def forward(self):
        return self.embedding

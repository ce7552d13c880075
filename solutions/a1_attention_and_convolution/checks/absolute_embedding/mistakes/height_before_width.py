"""Your embedding comes out as (height, width, embedding_dim), which fits only square images. Images are (width,
height, channels) here: the first axis is i, along the width. Look at the order of your axes, for example what
meshgrid does with them.
"""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be divisible by 4")
        d = embedding_dim // 2
        omega = 10000.0 ** (-torch.arange(0, d, 2) / d)
        i, j = torch.meshgrid(torch.arange(width), torch.arange(height), indexing="xy")
        i, j = i[..., None] * omega, j[..., None] * omega
        i = torch.stack((i.sin(), i.cos()), dim=-1).flatten(-2)
        j = torch.stack((j.sin(), j.cos()), dim=-1).flatten(-2)
        self.register_buffer("embedding", torch.cat((i, j), dim=-1))

    def forward(self):
        return self.embedding

"""Only the frequencies and positions are buffers; forward computes the rest."""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be a multiple of four")
        super().__init__()
        d = embedding_dim // 2
        self.register_buffer("omega", torch.tensor([10000 ** (-2 * k / d) for k in range(d // 2)]))
        self.register_buffer("i", torch.arange(width, dtype=torch.float32))
        self.register_buffer("j", torch.arange(height, dtype=torch.float32))

    def forward(self):
        i, j = torch.meshgrid(self.i, self.j, indexing="ij")
        angles = torch.stack([i, j], dim=-1)[..., None] * self.omega  # (w, h, 2, d / 2)
        return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(2)

"""A buffer per coordinate, put together in forward; a default argument more; its own kind of ValueError."""


class BadDimension(ValueError):
    pass


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim, base=10000.0):
        super().__init__()
        self.width, self.height, self.embedding_dim = width, height, embedding_dim
        if embedding_dim % 4 != 0:
            raise BadDimension(embedding_dim)
        self.register_buffer("rows", self._axis(width, base))
        self.register_buffer("columns", self._axis(height, base))

    def _axis(self, n, base):
        d = self.embedding_dim // 2
        omega = base ** (-2 * torch.arange(d // 2) / d)
        phase = torch.einsum("p,k->pk", torch.arange(n).float(), omega)
        return torch.view_as_real(torch.polar(torch.ones_like(phase), math.pi / 2 - phase)).reshape(n, d)

    def forward(self):
        i = self.rows.unsqueeze(1).expand(-1, self.height, -1)
        j = self.columns.unsqueeze(0).expand(self.width, -1, -1)
        return torch.cat([i, j], dim=2)

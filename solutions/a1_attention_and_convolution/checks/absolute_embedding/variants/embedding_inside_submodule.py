"""The buffer lives in a submodule, the sine for all channels with a shifted phase, with prints and a warning."""

import warnings


class _Table(nn.Module):
    def __init__(self, values):
        super().__init__()
        self.register_buffer("values", values)


class AbsolutePositionalEmbedding(nn.Module):
    """Fixed 2-D sine/cosine embedding."""

    def __init__(self, width: int, height: int, embedding_dim: int) -> None:
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be divisible by 4")
        if embedding_dim < 8:
            warnings.warn("that is a short embedding", stacklevel=2)
        print("building", width, height, embedding_dim)
        d = embedding_dim // 2
        c = torch.arange(embedding_dim, dtype=torch.float64) % d
        omega = torch.pow(torch.tensor(10000.0, dtype=torch.float64), -(c - c % 2) / d)
        position = torch.cartesian_prod(torch.arange(width), torch.arange(height)).double()
        position = position.repeat_interleave(d, dim=1)  # (w * h, embedding_dim)
        values = torch.sin(position * omega + (c % 2) * math.pi / 2)
        self.table = _Table(values.to(torch.float32).reshape(width, height, embedding_dim))

    def forward(self) -> torch.Tensor:
        return self.table.values

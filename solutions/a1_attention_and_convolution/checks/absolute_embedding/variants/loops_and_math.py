"""Loops over pixels and channels with the math module."""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4:
            raise ValueError("embedding_dim % 4 must be 0")
        d = embedding_dim // 2
        table = torch.zeros(width, height, embedding_dim)
        for i in range(width):
            for j in range(height):
                for k in range(d // 2):
                    omega = 1 / math.pow(10000, 2 * k / d)
                    table[i, j, 2 * k] = math.sin(i * omega)
                    table[i, j, 2 * k + 1] = math.cos(i * omega)
                    table[i, j, d + 2 * k] = math.sin(j * omega)
                    table[i, j, d + 2 * k + 1] = math.cos(j * omega)
        self.register_buffer("pe", table)

    def forward(self):
        return self.pe

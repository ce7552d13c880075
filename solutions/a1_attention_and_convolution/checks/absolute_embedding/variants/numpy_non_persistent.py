"""Numpy in float64, kept as a float32 buffer that is not saved."""


def sinusoid(length, d):
    angle = np.arange(length)[:, None] / np.power(10000, 2 * (np.arange(d) // 2) / d)[None, :]
    angle[:, 0::2] = np.sin(angle[:, 0::2])
    angle[:, 1::2] = np.cos(angle[:, 1::2])
    return angle


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("divisible by 4, please")
        i = np.repeat(sinusoid(width, embedding_dim // 2)[:, None], height, axis=1)
        j = np.repeat(sinusoid(height, embedding_dim // 2)[None, :], width, axis=0)
        table = torch.from_numpy(np.concatenate([i, j], axis=2).astype(np.float32))
        self.register_buffer("table", table, persistent=False)

    def forward(self):
        return self.table

"""Your embedding is float64. Computing in float64 is fine, but the buffer should be float32 like the rest of a
model, until the module is converted. Look at the type of what you register.
"""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError("embedding_dim must be divisible by 4")
        d = embedding_dim // 2
        omega = 10000.0 ** (-np.arange(0, d, 2) / d)
        P = np.zeros((width, height, embedding_dim))
        P[:, :, 0:d:2] = np.sin(np.outer(np.arange(width), omega))[:, None]
        P[:, :, 1:d:2] = np.cos(np.outer(np.arange(width), omega))[:, None]
        P[:, :, d::2] = np.sin(np.outer(np.arange(height), omega))[None]
        P[:, :, d + 1 :: 2] = np.cos(np.outer(np.arange(height), omega))[None]
        self.register_buffer("embedding", torch.from_numpy(P))

    def forward(self):
        return self.embedding

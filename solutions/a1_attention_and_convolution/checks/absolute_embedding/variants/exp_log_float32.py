"""Frequencies through exp and log in float32, as in the annotated transformer; slices instead of stack."""


class AbsolutePositionalEmbedding(nn.Module):
    def __init__(self, width, height, embedding_dim):
        super().__init__()
        if embedding_dim % 4 != 0:
            raise ValueError(f"cannot use sin/cos positional encoding with dim {embedding_dim}")
        pe = torch.zeros(embedding_dim, width, height)
        d_model = embedding_dim // 2
        div_term = torch.exp(torch.arange(0.0, d_model, 2) * -(math.log(10000.0) / d_model))
        pos_w = torch.arange(0.0, width).unsqueeze(1)
        pos_h = torch.arange(0.0, height).unsqueeze(1)
        pe[0:d_model:2] = torch.sin(pos_w * div_term).T.unsqueeze(2).repeat(1, 1, height)
        pe[1:d_model:2] = torch.cos(pos_w * div_term).T.unsqueeze(2).repeat(1, 1, height)
        pe[d_model::2] = torch.sin(pos_h * div_term).T.unsqueeze(1).repeat(1, width, 1)
        pe[d_model + 1 :: 2] = torch.cos(pos_h * div_term).T.unsqueeze(1).repeat(1, width, 1)
        self.register_buffer("pe", pe.permute(1, 2, 0))

    def forward(self):
        return self.pe

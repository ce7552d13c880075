"""You use SiLU (x times its sigmoid) between the two linear layers. The text asks for your gelu_exact."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        inner = F.silu(self.dense_in(hidden_states))
        update = self.dropout(self.dense_out(inner))
        return self.layer_norm(hidden_states + update)

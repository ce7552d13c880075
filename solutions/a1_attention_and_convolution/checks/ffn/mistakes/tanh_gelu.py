"""You use gelu_tanh, the approximation. The text asks for gelu_exact. The two differ by less than a thousandth, but
they are not the same function."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        x = self.dense_in(hidden_states)
        x = gelu_tanh(x)
        x = self.dense_out(x)
        x = self.dropout(x)
        return self.layer_norm(hidden_states + x)

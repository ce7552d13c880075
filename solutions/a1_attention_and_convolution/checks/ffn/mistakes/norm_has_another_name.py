"""Your layer norm is there, but not under the name `layer_norm`. The text names the four modules."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        update = self.dropout(self.dense_out(gelu_exact(self.dense_in(hidden_states))))
        return self.norm(hidden_states + update)

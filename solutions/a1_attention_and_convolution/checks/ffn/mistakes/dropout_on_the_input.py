"""You drop entries of the input of dense_in. Eq. (11) has dropout after dense_out, so that it drops entries of the
update."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        update = self.dense_out(gelu_exact(self.dense_in(self.dropout(hidden_states))))
        return self.layer_norm(hidden_states + update)

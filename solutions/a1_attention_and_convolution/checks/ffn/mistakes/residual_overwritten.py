"""You overwrite hidden_states on the way, so the sum at the end adds the update to itself. The input that should be
added is gone by then."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        hidden_states = self.dense_in(hidden_states)
        hidden_states = gelu_exact(hidden_states)
        hidden_states = self.dense_out(hidden_states)
        return self.layer_norm(hidden_states + self.dropout(hidden_states))

"""You turn the hidden states into float32 whatever they were. A module that was converted to float64 then meets two
types that it cannot multiply. Keep the type of the input."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        hidden_states = hidden_states.float()
        update = self.dropout(self.dense_out(gelu_exact(self.dense_in(hidden_states))))
        return self.layer_norm(hidden_states + update)

"""Keeps the activation and the configuration as attributes, with an extra argument."""


class BertFFN(nn.Module):
    def __init__(self, config, activation=None):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.config = config
        self.activation = activation or gelu_exact

    def forward(self, hidden_states, residual=None):
        residual = hidden_states if residual is None else residual
        x = self.activation(self.dense_in(hidden_states))
        x = self.dropout(self.dense_out(x))
        return self.layer_norm(x + residual)

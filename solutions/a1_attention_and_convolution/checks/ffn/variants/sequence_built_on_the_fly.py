"""Goes through a list of steps; linear layers of a subclass with another start."""


class Dense(nn.Linear):
    def reset_parameters(self):
        nn.init.normal_(self.weight, std=0.02)
        nn.init.zeros_(self.bias)


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        hidden, inner = config.hidden_size, config.intermediate_size
        self.dense_in, self.dense_out = Dense(hidden, inner), Dense(inner, hidden)
        self.dropout = nn.Dropout(config.hidden_dropout_prob, inplace=True)
        self.layer_norm = BertLayerNorm(hidden, config.layer_norm_eps)

    def forward(self, hidden_states):
        update = hidden_states
        for step in (self.dense_in, gelu_exact, self.dense_out, self.dropout):
            update = step(update)
        return self.layer_norm(hidden_states + update)

"""Looks at its input first; the parts in methods, the update in place on a copy."""


class BertFFN(nn.Module):
    def __init__(self, config, *, bias=True):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size, bias=bias)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size, bias=bias)
        self.dropout = nn.Dropout(p=config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, config.layer_norm_eps)

    def add(self, hidden_states, update):
        total = hidden_states.clone()
        total += update
        return total

    def forward(self, hidden_states):
        if hidden_states.shape[-1] != self.dense_in.in_features:
            raise ValueError("the last axis does not fit")
        inner = gelu_exact(self.dense_in(hidden_states))
        total = self.add(hidden_states, self.dropout(self.dense_out(inner)))
        return self.layer_norm(total)

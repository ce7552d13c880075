"""Splits the block into a base class and a subclass, and shows itself in its repr."""


class FeedForwardBase(nn.Module):
    def __init__(self, hidden_size, intermediate_size, dropout, eps):
        super().__init__()
        self.add_module("dense_in", nn.Linear(hidden_size, intermediate_size))
        self.add_module("dense_out", nn.Linear(intermediate_size, hidden_size))
        self.add_module("dropout", nn.Dropout(dropout))
        self.add_module("layer_norm", BertLayerNorm(hidden_size, eps))

    def update(self, hidden_states):
        return self.dropout(self.dense_out(gelu_exact(self.dense_in(hidden_states))))


class BertFFN(FeedForwardBase):
    def __init__(self, config):
        super().__init__(
            config.hidden_size, config.intermediate_size, config.hidden_dropout_prob, config.layer_norm_eps
        )

    def forward(self, hidden_states):
        return self.layer_norm(hidden_states + self.update(hidden_states))

    def extra_repr(self):
        return "post-norm"

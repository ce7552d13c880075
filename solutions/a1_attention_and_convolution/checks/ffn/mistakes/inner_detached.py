"""You take what comes out of GELU out of the graph (no_grad, detach or .data). The values are right, but no gradient
reaches dense_in."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        inner = gelu_exact(self.dense_in(hidden_states)).detach()
        return self.layer_norm(hidden_states + self.dropout(self.dense_out(inner)))

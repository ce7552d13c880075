"""All your blocks use the same two linear layers. What one layer of the encoder learns changes the others: every
block needs modules of its own."""

DENSE = {}


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        key = (config.hidden_size, config.intermediate_size)
        if key not in DENSE:
            DENSE[key] = (nn.Linear(*key), nn.Linear(*reversed(key)))
        self.dense_in, self.dense_out = DENSE[key]
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        update = self.dropout(self.dense_out(gelu_exact(self.dense_in(hidden_states))))
        return self.layer_norm(hidden_states + update)

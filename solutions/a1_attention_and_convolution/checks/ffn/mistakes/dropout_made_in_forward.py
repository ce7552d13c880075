"""You make a new nn.Dropout at every call. A new module is in training, so it drops in evaluation too, and no module
`dropout` belongs to yours. Make it once, in the constructor."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.rate = config.hidden_dropout_prob
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        update = self.dense_out(gelu_exact(self.dense_in(hidden_states)))
        update = nn.Dropout(self.rate)(update)
        return self.layer_norm(hidden_states + update)

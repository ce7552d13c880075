"""Your inner layer is four times as wide as the outer one, as in the BERT paper. Here the configuration says how
wide it is: intermediate_size."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, 4 * config.hidden_size)
        self.dense_out = nn.Linear(4 * config.hidden_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        x = self.dense_in(hidden_states)
        x = gelu_exact(x)
        x = self.dense_out(x)
        x = self.dropout(x)
        return self.layer_norm(hidden_states + x)

"""You pass 1 - hidden_dropout_prob to nn.Dropout. Its argument is the probability to drop, not to keep."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(1 - config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        x = self.dense_in(hidden_states)
        x = gelu_exact(x)
        x = self.dense_out(x)
        x = self.dropout(x)
        return self.layer_norm(hidden_states + x)

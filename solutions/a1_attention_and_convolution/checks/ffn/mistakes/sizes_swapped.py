"""The sizes of your two linear layers are exchanged, or their names. dense_in goes from hidden_size to
intermediate_size, dense_out back."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dense_out = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        update = self.dropout(self.dense_in(gelu_exact(self.dense_out(hidden_states))))
        return self.layer_norm(hidden_states + update)

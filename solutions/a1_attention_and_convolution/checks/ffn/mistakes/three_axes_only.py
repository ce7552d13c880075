"""You unpack the shape into batch, length and channels, so only inputs with three axes work. Linear layers and the
layer norm act on the last axis, whatever stands before it."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        batch, length, hidden = hidden_states.shape
        flat = hidden_states.reshape(batch * length, hidden)
        update = self.dropout(self.dense_out(gelu_exact(self.dense_in(flat))))
        return self.layer_norm(hidden_states + update.reshape(batch, length, hidden))

"""You set the seed of the random numbers in forward, so dropout drops the same entries at every call. It should draw
anew each time; set seeds once, at the start of a notebook."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        torch.manual_seed(0)
        update = self.dropout(self.dense_out(gelu_exact(self.dense_in(hidden_states))))
        return self.layer_norm(hidden_states + update)

"""Your dropout sets entries to zero and does not scale up what it keeps, so the update is smaller in training than in
evaluation. nn.Dropout does both."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        update = self.dense_out(gelu_exact(self.dense_in(hidden_states)))
        if self.training:
            update = update * (torch.rand_like(update) >= self.dropout.p)
        return self.layer_norm(hidden_states + update)

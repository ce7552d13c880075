"""Flattens to a list of tokens and goes through them one by one."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def one_token(self, token):
        return self.dropout(self.dense_out(gelu_exact(self.dense_in(token))))

    def forward(self, hidden_states):
        tokens = hidden_states.reshape(-1, hidden_states.shape[-1])
        update = torch.stack([self.one_token(token) for token in tokens]).view_as(hidden_states)
        return self.layer_norm(hidden_states + update)

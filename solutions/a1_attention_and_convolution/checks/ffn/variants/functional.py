"""Linear maps and dropout through F, with the parameters of the modules."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        inner = gelu_exact(F.linear(hidden_states, self.dense_in.weight, self.dense_in.bias))
        update = F.linear(inner, self.dense_out.weight, self.dense_out.bias)
        update = F.dropout(update, p=self.dropout.p, training=self.training)
        return self.layer_norm(torch.add(update, hidden_states))

"""Linear maps through einsum, modules created in another order, arguments by name."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layer_norm = BertLayerNorm(eps=config.layer_norm_eps, hidden_size=config.hidden_size)
        self.dropout = nn.Dropout(p=config.hidden_dropout_prob)
        self.dense_out = nn.Linear(out_features=config.hidden_size, in_features=config.intermediate_size, bias=True)
        self.dense_in = nn.Linear(in_features=config.hidden_size, out_features=config.intermediate_size, bias=True)

    def forward(self, hidden_states):
        h = torch.einsum("...i,oi->...o", hidden_states, self.dense_in.weight) + self.dense_in.bias
        h = torch.einsum("...i,oi->...o", gelu_exact(h), self.dense_out.weight) + self.dense_out.bias
        return self.layer_norm(self.dropout(h) + hidden_states)

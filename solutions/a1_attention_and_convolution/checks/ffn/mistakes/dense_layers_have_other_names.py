"""Your linear layers are not called dense_in and dense_out, as the text asks for. Code that loads or reads them by
name finds nothing."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.fc1 = nn.Linear(config.hidden_size, config.intermediate_size)
        self.fc2 = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        update = self.dropout(self.fc2(gelu_exact(self.fc1(hidden_states))))
        return self.layer_norm(hidden_states + update)

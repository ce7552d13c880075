"""Your linear layers and your layer norm have other names than the text asks for: dense_in, dense_out and layer_norm.
Code that loads or reads them by name finds nothing."""


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.fc1 = nn.Linear(config.hidden_size, config.intermediate_size)
        self.fc2 = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        x = self.dropout(self.fc2(gelu_exact(self.fc1(hidden_states))))
        return self.norm(hidden_states + x)

"""Writes the exact GELU out once more, prints and warns."""

import warnings


class BertFFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_in = nn.Linear(config.hidden_size, config.intermediate_size)
        self.dense_out = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.layer_norm = BertLayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def feed_forward(self, hidden_states):
        x = self.dense_in(hidden_states)
        x = x * torch.special.ndtr(x)
        return self.dropout(self.dense_out(x))

    def forward(self, hidden_states):
        print(hidden_states.shape)
        warnings.warn("feed forward")
        output = hidden_states.clone()
        output += self.feed_forward(hidden_states)
        return self.layer_norm(output)

"""Extra keywords with defaults, its own train method, statistics by sums over the last axis by name."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12, *, device=None, dtype=None):
        super().__init__()
        self.bias = nn.Parameter(torch.empty(hidden_size, device=device, dtype=dtype))
        self.weight = nn.Parameter(torch.empty(hidden_size, device=device, dtype=dtype))
        self.hidden_size, self.eps = hidden_size, float(eps)
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.ones_(self.weight)
        nn.init.zeros_(self.bias)

    def train(self, mode=True):
        return super().train(mode)

    def forward(self, x):
        centered = x - x.sum(-1, keepdim=True) / self.hidden_size
        power = (centered * centered).sum(-1, keepdim=True) / self.hidden_size
        return self.bias + self.weight * centered * (power + self.eps) ** -0.5

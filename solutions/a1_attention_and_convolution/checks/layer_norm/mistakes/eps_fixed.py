"""You write 1e-12 into the formula, so the eps that the caller passes has no effect. Keep the argument of the
constructor and use it."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = (x - mean).pow(2).mean(dim=-1, keepdim=True)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-12) + self.bias

"""You call the parameters otherwise than the text, which names them weight and bias. Code that loads or reads them by
these names finds nothing."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.g = nn.Parameter(torch.ones(hidden_size))
        self.b = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return (x - mean) / torch.sqrt(variance + self.eps) * self.g + self.b

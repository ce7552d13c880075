"""You take the roots of variance and eps separately and add them. The root of a sum is something else: in Eq. (10)
both stand under one root."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return (x - mean) / (torch.sqrt(variance) + math.sqrt(self.eps)) * self.weight + self.bias

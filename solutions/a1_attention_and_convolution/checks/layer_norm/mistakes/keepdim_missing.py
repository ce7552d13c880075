"""You take the mean without keepdim=True, so its axis is gone: x - mean then fails, or mixes vectors where the sizes
happen to fit. See the first hint of the question."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1)
        variance = x.var(dim=-1, unbiased=False)
        return (x - mean) / torch.sqrt(variance + self.eps) * self.weight + self.bias

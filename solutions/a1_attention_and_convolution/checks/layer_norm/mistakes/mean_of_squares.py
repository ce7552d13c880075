"""You compute the variance as the mean of the squares minus the square of the mean. On paper this is the same, but
in float32 two large numbers are subtracted and the digits you need are lost. Try a vector whose mean is a thousand
times its spread."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = (x**2).mean(dim=-1, keepdim=True) - mean**2
        return (x - mean) / torch.sqrt(variance + self.eps) * self.weight + self.bias

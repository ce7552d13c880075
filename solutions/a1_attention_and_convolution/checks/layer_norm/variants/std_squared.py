"""The biased standard deviation, squared again to put eps under the root."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.variance_epsilon = eps

    def forward(self, x):
        mu = torch.mean(x, axis=-1, keepdims=True)
        sigma = torch.std(x, dim=-1, keepdim=True, unbiased=False)
        return (x - mu) / (sigma**2 + self.variance_epsilon).sqrt() * self.weight + self.bias

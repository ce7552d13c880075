"""You compute the variance as the mean of the squares minus the square of the mean, which loses digits in float32,
and you add eps after the root. Eq. (10) has eps under the root."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        std = torch.sqrt((x**2).mean(-1, keepdim=True) - mean**2)
        return (x - mean) / (std + self.eps) * self.weight + self.bias

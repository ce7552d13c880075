"""Computes in float64 and returns the type of the input."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        y = x.to(torch.float64)
        mean = y.mean(dim=-1, keepdim=True)
        variance = (y**2).mean(dim=-1, keepdim=True) - mean**2  # safe enough in float64
        y = (y - mean) / torch.sqrt(variance.clamp(min=0) + self.eps)
        return y.to(x.dtype) * self.weight + self.bias

"""You divide by the range, from the smallest to the largest entry. Eq. (10) has the root of the variance."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        reach = x.amax(-1, keepdim=True) - x.amin(-1, keepdim=True)
        return (x - mean) / (reach + self.eps) * self.weight + self.bias

"""You divide by the length of the vector, the root of the sum of the squares. The variance in Eq. (10) is a mean, and
it does not depend on where the vector lies."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        return (x - mean) / (torch.linalg.vector_norm(x, dim=-1, keepdim=True) + self.eps) * self.weight + self.bias

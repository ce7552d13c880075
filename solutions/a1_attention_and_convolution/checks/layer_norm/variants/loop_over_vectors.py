"""One vector after the other, with sums written out."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def one(self, vector):
        size = vector.shape[0]
        mean = sum(vector) / size
        variance = sum((entry - mean) ** 2 for entry in vector) / size
        return (vector - mean) / torch.sqrt(variance + self.eps) * self.weight + self.bias

    def forward(self, x):
        rows = x.reshape(-1, x.shape[-1])
        return torch.stack([self.one(row) for row in rows]).reshape(x.shape)

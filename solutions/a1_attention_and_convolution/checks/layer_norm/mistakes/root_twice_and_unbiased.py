"""You take the root of torch's std, which is a root already. Besides, it divides by D - 1 unless told otherwise.
Compare both with Eq. (10)."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        return (x - mean) / torch.sqrt(x.std(-1, keepdim=True) + self.eps) * self.weight + self.bias

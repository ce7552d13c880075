"""You normalise twice. With a tiny eps the second time changes nothing, with a large one it undoes what eps is there
for."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        y = (x - mean) / torch.sqrt(variance + self.eps)
        mean, variance = y.mean(-1, keepdim=True), y.var(-1, keepdim=True, unbiased=False)
        return (y - mean) / torch.sqrt(variance + self.eps) * self.weight + self.bias

"""Two things differ from Eq. (10): you take mean and variance along the first axis, over the batch, and torch's var
divides by one less than the number of entries unless told otherwise. Every vector is normalised by itself."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=0, keepdim=True)
        variance = x.var(dim=0, keepdim=True)
        return (x - mean) / torch.sqrt(variance + self.eps) * self.weight + self.bias

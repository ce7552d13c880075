"""You take mean and variance over every axis except the first, so all vectors of an image are normalised together.
Here each vector has a mean and a variance of its own."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        dims = tuple(range(1, x.dim())) or (0,)
        mean = x.mean(dim=dims, keepdim=True)
        variance = ((x - mean) ** 2).mean(dim=dims, keepdim=True)
        return (x - mean) / torch.sqrt(variance + self.eps) * self.weight + self.bias

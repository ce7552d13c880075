"""You handle inputs with two axes only. The text asks for any number of leading axes, none included. The last axis
can be named without counting the others."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        rows, channels = x.shape
        mean = x.sum(dim=1, keepdim=True) / channels
        variance = ((x - mean) ** 2).sum(dim=1, keepdim=True) / channels
        return (x - mean) / torch.sqrt(variance + self.eps) * self.weight + self.bias

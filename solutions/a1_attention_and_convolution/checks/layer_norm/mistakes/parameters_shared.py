"""All your layers of one size share the same weight and bias. What one of them learns changes the others: every layer
needs parameters of its own."""

PARAMETERS = {}


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        if hidden_size not in PARAMETERS:
            PARAMETERS[hidden_size] = (nn.Parameter(torch.ones(hidden_size)), nn.Parameter(torch.zeros(hidden_size)))
        self.weight, self.bias = PARAMETERS[hidden_size]
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return (x - mean) / torch.sqrt(variance + self.eps) * self.weight + self.bias

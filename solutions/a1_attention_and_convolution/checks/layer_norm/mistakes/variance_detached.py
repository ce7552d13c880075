"""You take the variance out of the graph (no_grad, detach or .data). The values are right, but the gradient of the
input misses one of its ways. Every entry of x moves the variance too."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        centered = x - x.mean(dim=-1, keepdim=True)
        std = torch.sqrt(centered.pow(2).mean(dim=-1, keepdim=True) + self.eps).detach()
        return centered / std * self.weight + self.bias

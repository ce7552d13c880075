"""Moves the channels to the front, works there on a copy in place, and moves them back."""


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        y = x.clone().movedim(-1, 0)
        y = y - torch.mean(y, 0)
        y = y.div(torch.sqrt(y.square().mean(0).add(self.eps)))
        return y.movedim(0, -1).mul(self.weight).add(self.bias)

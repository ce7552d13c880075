"""An autograd function with the gradient worked out by hand."""


class Normalise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, eps):
        centered = x - x.mean(-1, keepdim=True)
        inverse = (centered.pow(2).mean(-1, keepdim=True) + eps).rsqrt()
        y = centered * inverse
        ctx.save_for_backward(y, inverse)
        return y

    @staticmethod
    def backward(ctx, grad):
        y, inverse = ctx.saved_tensors
        mean = grad.mean(-1, keepdim=True)
        return (grad - mean - y * (grad * y).mean(-1, keepdim=True)) * inverse, None


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.eps = eps

    def forward(self, x):
        return Normalise.apply(x, self.eps) * self.weight + self.bias

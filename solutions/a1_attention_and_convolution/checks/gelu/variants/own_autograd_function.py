"""A hand-written backward pass; a module called by the function."""


class _Gelu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        phi = (1 + (x / math.sqrt(2)).erf()) / 2
        ctx.save_for_backward(x, phi)
        return x * phi

    @staticmethod
    def backward(ctx, grad):
        x, phi = ctx.saved_tensors
        density = torch.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
        return grad * (phi + x * density)


class _Tanh(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.Tanh()

    def forward(self, x):
        return 0.5 * x * (1 + self.act(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


gelu_exact = _Gelu.apply
gelu_tanh = _Tanh()

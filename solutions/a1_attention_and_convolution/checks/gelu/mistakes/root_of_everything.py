"""Your gelu_tanh takes the root of the whole sum, which is not a number for negative x. In Eq. (9) the root covers the
fraction only."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    inner = torch.sqrt(2 / math.pi * (x + 0.044715 * x**3))
    return 0.5 * x * (1 + torch.tanh(inner))

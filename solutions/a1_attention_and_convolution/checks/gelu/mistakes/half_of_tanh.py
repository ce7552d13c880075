"""Your gelu_tanh multiplies only tanh by the half, not the 1. In Eq. (9) the half multiplies the whole bracket."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return x * (1 + 0.5 * torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

"""Your gelu_tanh multiplies tanh by the square root. In Eq. (9) the root stands inside tanh."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + math.sqrt(2 / math.pi) * torch.tanh(x + 0.044715 * x**3))

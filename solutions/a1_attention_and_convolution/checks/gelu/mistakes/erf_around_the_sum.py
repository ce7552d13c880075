"""Your gelu_tanh calls erf where Eq. (9) has tanh."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.erf(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

"""Your gelu_tanh has the 2 in front of the root. In Eq. (9) the root covers the whole fraction."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(2 / math.sqrt(math.pi) * (x + 0.044715 * x**3)))

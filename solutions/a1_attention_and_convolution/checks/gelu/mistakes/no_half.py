"""Your gelu_exact is twice too large: 1 + erf runs from 0 to 2, a probability from 0 to 1. Look at the factor in front
in Eq. (9)."""


def gelu_exact(x):
    return x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

"""Your gelu_exact has the constant of the tanh form inside erf. Each half of Eq. (9) has its own."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(math.sqrt(2 / math.pi) * x))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

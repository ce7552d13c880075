"""Your gelu_exact has x divided by the square root of 2 in front as well. In Eq. (9) only the argument of erf is
divided by it."""


def gelu_exact(x):
    z = x / math.sqrt(2)
    return 0.5 * z * (1 + torch.erf(z))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

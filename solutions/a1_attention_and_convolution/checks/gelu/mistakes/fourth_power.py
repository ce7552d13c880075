"""Your gelu_tanh takes x out of the bracket and keeps the cube in it, so the correction has the fourth power of x.
Eq. (9) has the cube."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * x * (1 + 0.044715 * x**3)))

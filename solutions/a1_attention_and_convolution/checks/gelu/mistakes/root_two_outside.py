"""Your gelu_exact divides by the square root of 2 outside of erf. In Eq. (9) it divides x, inside."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x) / math.sqrt(2))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

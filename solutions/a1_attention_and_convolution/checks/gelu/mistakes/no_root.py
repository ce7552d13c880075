"""Your gelu_tanh multiplies by 2 / pi and forgets the square root around it. Compare with Eq. (9)."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(2 / math.pi * (x + 0.044715 * x**3)))

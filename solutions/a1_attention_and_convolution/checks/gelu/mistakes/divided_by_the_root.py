"""Your gelu_tanh divides by the square root of 2, the constant of the exact form. Each half of Eq. (9) has its
own."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh((x + 0.044715 * x**3) / math.sqrt(2)))

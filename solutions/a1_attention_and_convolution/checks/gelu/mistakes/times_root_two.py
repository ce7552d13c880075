"""Your gelu_exact multiplies by the square root of 2 inside erf where Eq. (9) divides by it."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x * math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

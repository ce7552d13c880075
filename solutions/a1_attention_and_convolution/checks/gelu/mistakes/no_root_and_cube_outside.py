"""In your gelu_tanh the square root around the fraction is missing, and the cubic term is added after the
multiplication. Compare both with Eq. (9)."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(2 / math.pi * x + 0.044715 * x**3))

"""Your gelu_tanh multiplies only the cubic term by the square root. In Eq. (9) it multiplies the whole sum. Mind the
brackets."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(x + math.sqrt(2 / math.pi) * 0.044715 * x**3))

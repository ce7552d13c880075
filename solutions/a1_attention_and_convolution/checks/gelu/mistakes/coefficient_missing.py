"""Your gelu_tanh adds the cube without the constant in front of it. Compare with Eq. (9)."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + x**3)))

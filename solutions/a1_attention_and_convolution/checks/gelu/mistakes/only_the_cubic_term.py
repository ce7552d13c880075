"""Your gelu_tanh has the cubic term alone inside tanh. Eq. (9) has a sum there."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (0.044715 * x**3)))

"""Your gelu_tanh has no factor in front of the sum inside tanh. Compare with Eq. (9)."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(x + 0.044715 * x**3))

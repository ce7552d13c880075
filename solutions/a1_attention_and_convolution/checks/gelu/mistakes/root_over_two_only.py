"""Your gelu_tanh takes the root of 2 and divides by pi outside of it. In Eq. (9) the root covers the whole
fraction."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2) / math.pi * (x + 0.044715 * x**3)))

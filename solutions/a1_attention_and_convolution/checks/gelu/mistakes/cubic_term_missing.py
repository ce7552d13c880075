"""Your gelu_tanh leaves out the cubic term. It is small near 0, but the approximation needs it further out. Compare
with Eq. (9)."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * x))

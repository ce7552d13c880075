"""Your gelu_exact calls erf with x itself. The error function belongs to a normal variable with variance 1/2, so its
argument has to be scaled. Look inside erf in Eq. (9)."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

"""Your gelu_tanh takes tanh of x itself. In Eq. (9) a factor and a cubic term stand inside tanh."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(x))

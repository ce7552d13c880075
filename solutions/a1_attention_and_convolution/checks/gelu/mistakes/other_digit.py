"""The constant in your gelu_tanh is rounded or mistyped. Compare it with Eq. (9) figure by figure."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.047715 * x**3)))

"""Your gelu_tanh is close, but sqrt(2 / pi) is rounded. Let Python compute it."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(0.8 * (x + 0.044715 * x**3)))

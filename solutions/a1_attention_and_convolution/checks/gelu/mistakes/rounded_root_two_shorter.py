"""Your gelu_exact is close, but the square root of 2 is rounded. Let Python compute it."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / 1.41))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

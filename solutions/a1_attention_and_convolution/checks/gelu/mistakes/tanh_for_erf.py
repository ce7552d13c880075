"""Your gelu_exact is the tanh approximation. The two differ by less than 0.0005, which a plot does not show. The exact
form uses the error function."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

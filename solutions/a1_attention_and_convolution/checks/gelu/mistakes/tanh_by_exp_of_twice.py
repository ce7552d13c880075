"""Your gelu_tanh writes tanh with an exponential, which overflows for large positive x: infinity divided by infinity
is not a number. Use a function that is safe for every x."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    z = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    tanh = (torch.exp(2 * z) - 1) / (torch.exp(2 * z) + 1)
    return 0.5 * x * (1 + tanh)

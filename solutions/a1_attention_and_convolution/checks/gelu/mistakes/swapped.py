"""Your two functions are exchanged: gelu_exact approximates and gelu_tanh is exact. They differ by less than 0.0005,
so look at the formulas, not at the plot."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))

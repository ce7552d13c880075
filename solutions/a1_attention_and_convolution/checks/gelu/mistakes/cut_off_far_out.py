"""Your gelu_exact replaces the formula by 0 and x for larger |x|. That is close, but not exact: at x = 4 it is still
off in the fourth decimal. erf holds for every x."""


def gelu_exact(x):
    y = 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))
    return torch.where(x.abs() > 4, torch.relu(x), y)


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

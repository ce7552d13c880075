"""Your gelu_tanh replaces the formula by 0 and x for larger |x|. That is close, but it is not the formula. tanh is
safe for every x: nothing has to be cut off."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    y = 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return torch.where(x.abs() > 4, torch.relu(x), y)

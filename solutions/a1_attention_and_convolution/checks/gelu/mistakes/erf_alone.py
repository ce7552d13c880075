"""Your gelu_exact lacks the 1 in front of erf, so its gate runs from -1/2 to 1/2. A probability runs from 0 to 1."""


def gelu_exact(x):
    return 0.5 * x * torch.erf(x / math.sqrt(2))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

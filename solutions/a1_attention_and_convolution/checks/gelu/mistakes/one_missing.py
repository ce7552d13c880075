"""Your gelu_tanh lacks the 1 in front of tanh, so its gate runs from -1/2 to 1/2. It should run from 0 to 1."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))

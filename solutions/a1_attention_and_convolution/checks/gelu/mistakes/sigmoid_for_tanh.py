"""Your gelu_tanh uses the sigmoid in the place of tanh. They are related, but not the same: the sigmoid runs from 0
to 1 already and is half as steep."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.sigmoid(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

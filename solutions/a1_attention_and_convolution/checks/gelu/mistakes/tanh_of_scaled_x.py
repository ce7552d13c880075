"""Your gelu_tanh is the exact form with tanh in the place of erf. The right half of Eq. (9) has another constant and
a cubic term."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(x / math.sqrt(2)))

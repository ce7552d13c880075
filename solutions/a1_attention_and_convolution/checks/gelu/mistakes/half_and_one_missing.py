"""Your gelu_exact multiplies x with the error function alone, which runs from -1 to 1. A probability runs from 0 to
1: compare both the factor in front and the bracket with Eq. (9)."""


def gelu_exact(x):
    return x * torch.erf(x / math.sqrt(2))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

"""Your gelu_tanh adds the cubic term after the multiplication by the square root. In Eq. (9) the square root
multiplies the whole sum. Mind the brackets."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * x + 0.044715 * x**3))

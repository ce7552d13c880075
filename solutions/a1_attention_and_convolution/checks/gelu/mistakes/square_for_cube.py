"""Your gelu_tanh squares x where Eq. (9) has the cube. With the square, the correction pushes positive and negative x
to the same side."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**2)))

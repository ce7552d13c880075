"""Your gelu_exact multiplies x with the density of the normal distribution. Asked is the probability to lie below x,
the cumulative distribution."""


def gelu_exact(x):
    return x * torch.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

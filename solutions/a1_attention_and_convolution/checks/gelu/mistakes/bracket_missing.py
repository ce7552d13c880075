"""In your gelu_exact the brackets around 1 + erf are missing, so x multiplies the 1 only. Python multiplies before it
adds."""


def gelu_exact(x):
    return 0.5 * x * 1 + torch.erf(x / math.sqrt(2))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

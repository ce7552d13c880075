"""Your gelu_exact detaches the probability, so the gradient treats it as a constant. The derivative of a product has
two terms, and one is missing."""


def gelu_exact(x):
    phi = 0.5 * (1 + torch.erf(x.detach() / math.sqrt(2)))
    return x * phi


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

"""Your gelu_tanh computes the gate without gradients, so the gradient treats it as a constant. The derivative of a
product has two terms, and one is missing."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    with torch.no_grad():
        gate = torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))
    return 0.5 * x * (1 + gate)

"""The probability in your gelu_exact is cut off from x, by detach or because it is put into a new tensor, so the
gradient treats it as a constant. It depends on x as well.
"""


def gelu_exact(x):
    phi = 0.5 * (1 + torch.erf(x.detach() / math.sqrt(2)))
    return x * phi


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

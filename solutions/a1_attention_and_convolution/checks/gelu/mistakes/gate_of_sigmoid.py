"""Your gelu_exact is x times the sigmoid of x, which is SiLU (also called Swish). The exact GELU uses the error
function."""


def gelu_exact(x):
    return x * torch.sigmoid(x)


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

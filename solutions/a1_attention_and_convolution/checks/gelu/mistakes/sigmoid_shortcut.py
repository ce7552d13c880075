"""Your gelu_exact uses the sigmoid of 1.702 x, a coarser approximation that some models use. It is off by up to 0.02.
The exact form uses the error function."""


def gelu_exact(x):
    return x * torch.sigmoid(1.702 * x)


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

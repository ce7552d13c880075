"""Your gelu_exact calls torch's own GELU. The question asks you to write it yourself; the error function is
allowed."""


def gelu_exact(x):
    return F.gelu(x)


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

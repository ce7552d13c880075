"""Your gelu_tanh calls torch's own GELU. The question asks you to write it yourself; the hyperbolic tangent is
allowed."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return nn.GELU(approximate="tanh")(x)

"""Your gelu_exact uses a normal distribution with standard deviation sqrt(2). GELU belongs to the standard one."""


def gelu_exact(x):
    return x * torch.distributions.Normal(0.0, 2.0).cdf(x)


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

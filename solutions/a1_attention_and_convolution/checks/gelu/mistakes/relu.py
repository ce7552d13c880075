"""Your gelu_exact is ReLU. GELU is smooth: it multiplies x by a probability that depends on x."""


def gelu_exact(x):
    return torch.relu(x)


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

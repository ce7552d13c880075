"""Your gelu_tanh uses the sigmoid of 1.702 x, another and coarser approximation. The one asked for uses tanh."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return x * torch.sigmoid(1.702 * x)

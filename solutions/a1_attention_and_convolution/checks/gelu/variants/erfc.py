"""Through the complementary error function; tanh through the sigmoid."""


def gelu_exact(x):
    return x * torch.erfc(-x / 2**0.5) / 2


def gelu_tanh(x):
    inner = (2 / torch.pi) ** 0.5 * x * (1 + 0.044715 * x * x)
    return x * torch.sigmoid(2 * inner)

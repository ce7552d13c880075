"""Your gelu_tanh takes the sigmoid of the sum for the gate. tanh is twice as steep, so the sum would need a factor 2.
Use tanh as in Eq. (9)."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return x * torch.sigmoid(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))

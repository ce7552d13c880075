"""Your gelu_exact subtracts the error function from 1, which is the probability to lie above x. Mind the sign in Eq.
(9)."""


def gelu_exact(x):
    return 0.5 * x * (1 - torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

"""Your gelu_exact leaves torch, element by element, and builds a new tensor from plain numbers. The values are right,
but no gradient flows through it, and the network could not learn. Look for a function of torch that does the same."""


def gelu_exact(x):
    values = [0.5 * v * (1 + math.erf(v / math.sqrt(2))) for v in x.flatten().tolist()]
    return torch.tensor(values, dtype=x.dtype).reshape(x.shape)


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

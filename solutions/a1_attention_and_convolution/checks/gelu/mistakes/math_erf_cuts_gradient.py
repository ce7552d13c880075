"""The values of your gelu_exact are right, but no gradient flows through it, so a network could not learn. Numbers
taken out of a tensor (.item(), .tolist(), .numpy(), .detach()), torch.tensor(...) and torch.no_grad() all cut it. Stay
with torch's own functions."""


def gelu_exact(x):
    values = [0.5 * v * (1 + math.erf(v / math.sqrt(2))) for v in x.flatten().tolist()]
    return torch.tensor(values, dtype=x.dtype).reshape(x.shape)


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

"""Your gelu_exact scales x by too much: in effect it divides by 2 inside erf, not by its square root. The distribution
function of torch takes x itself, the root belongs to erf only."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / 2))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

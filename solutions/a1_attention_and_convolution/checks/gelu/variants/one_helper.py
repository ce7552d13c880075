"""Both through one helper with a switch."""


def _gelu(x, gate):
    return x * (0.5 + 0.5 * gate(x))


def gelu_exact(x):
    return _gelu(x, lambda t: torch.special.erf(t * math.sqrt(0.5)))


def gelu_tanh(x):
    return _gelu(x, lambda t: torch.tanh(math.sqrt(2 / math.pi) * torch.addcmul(t, t.square(), t, value=0.044715)))

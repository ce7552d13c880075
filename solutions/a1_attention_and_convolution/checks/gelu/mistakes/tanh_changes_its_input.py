"""Your gelu_tanh works in place on x, so the caller's tensor is changed afterwards, and gradients fail. Compute new
tensors and leave the input as it was."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    gate = 0.5 * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return x.mul_(gate)

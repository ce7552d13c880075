"""Your gelu_tanh turns its input into float32. A float64 input loses half of its digits, and the result no longer fits
the tensors around it. Keep the type of x."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    x = x.to(torch.float32)
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

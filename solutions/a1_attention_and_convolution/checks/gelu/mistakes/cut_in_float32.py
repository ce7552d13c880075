"""No gradient flows through your gelu_exact for a float32 input. Something there makes a new tensor that knows
nothing of x: .item(), .numpy(), .detach(), torch.tensor(...) and torch.no_grad() all do that."""


def gelu_exact(x):
    y = 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))
    return y.detach() if x.dtype == torch.float32 else y


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))

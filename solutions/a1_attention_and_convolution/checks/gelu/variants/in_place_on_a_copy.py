"""Works in place, but on a copy; lambda for the other."""


def gelu_exact(x: Tensor) -> Tensor:
    out = x.clone()
    out = out.div_(math.sqrt(2)).erf_().add_(1.0).mul_(0.5)
    return x * out


gelu_tanh = lambda x: 0.5 * x * (1.0 + torch.tanh(0.7978845608028654 * (x + 0.044715 * x.pow(3.0))))

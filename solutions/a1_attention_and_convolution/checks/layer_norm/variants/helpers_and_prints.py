"""Helper functions, an extra argument, prints and a warning."""

import warnings


def mean_of(x):
    return x.sum(-1, keepdim=True) / x.shape[-1]


def normalise(x, eps):
    centered = x - mean_of(x)
    return centered / (mean_of(centered.square()) + eps).sqrt()


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12, affine=True, **kwargs):
        super().__init__()
        self.hidden_size = hidden_size
        self.affine = affine
        self.register_buffer("epsilon", torch.tensor(eps, dtype=torch.float64), persistent=False)
        self.eps = eps
        self.register_parameter("bias", nn.Parameter(torch.full((hidden_size,), 0.0)))
        self.register_parameter("weight", nn.Parameter(torch.full((hidden_size,), 1.0)))

    def forward(self, x):
        print("layer norm of", tuple(x.shape))
        if x.shape[-1] != self.hidden_size:
            raise ValueError("wrong size")
        warnings.warn("normalising")
        y = normalise(x, self.eps)
        return y * self.weight + self.bias if self.affine else y

"""Constants from numpy on the left; the distribution through its logarithm."""

ROOT = np.sqrt(2.0 / np.pi)


def gelu_exact(x, *, clamp=None):
    return x * torch.special.log_ndtr(x).exp()


def gelu_tanh(x):
    return np.float64(0.5) * x * (1 + torch.tanh(ROOT * (x + np.float64(0.044715) * x**3)))

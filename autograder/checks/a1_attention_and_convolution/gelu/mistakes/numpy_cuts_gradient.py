"""Your gelu_tanh leaves torch for numpy and comes back. The values are right, but no gradient flows through it, and a
network could not learn. Look for torch's own functions of the same names."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    a = x.detach().numpy()
    return torch.from_numpy(0.5 * a * (1 + np.tanh(np.sqrt(2 / np.pi) * (a + 0.044715 * a**3)))).to(x.dtype)

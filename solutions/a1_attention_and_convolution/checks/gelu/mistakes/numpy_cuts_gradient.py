"""The values of your gelu_tanh are right, but no gradient flows through it, so a network could not learn. Numbers
taken out of a tensor (.item(), .tolist(), .numpy(), .detach()), torch.tensor(...) and torch.no_grad() all cut it. Stay
with torch's own functions."""


def gelu_exact(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x):
    a = x.detach().numpy()
    return torch.from_numpy(0.5 * a * (1 + np.tanh(np.sqrt(2 / np.pi) * (a + 0.044715 * a**3)))).to(x.dtype)

"""Your code fails as soon as its inputs have double precision. A tensor that you make yourself from numbers has single precision. Give what you make
the type of the inputs."""


def gaussian_score(delta, center, alpha):
    v = -alpha * torch.tensor([1.0, -2 * float(center[0]), -2 * float(center[1])])
    r = torch.stack([(delta**2).sum(-1), delta[..., 0], delta[..., 1]], dim=-1)
    return r @ v

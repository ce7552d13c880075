"""Your alpha is squared, or multiplied in twice. Eq. (4) has it once, in front of v. r has none."""


def gaussian_score(delta, center, alpha):
    v = -alpha * torch.stack([torch.ones_like(center[0]), -2 * center[0], -2 * center[1]])
    r = torch.stack([(delta**2).sum(-1), delta[..., 0], delta[..., 1]], dim=-1)
    return alpha * (r * v).sum(-1)

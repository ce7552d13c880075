"""You return the exponential of the score. The softmax takes the exponential later; asked is the score itself."""


def gaussian_score(delta, center, alpha):
    score = -alpha * ((delta**2).sum(dim=-1) - 2 * (delta * center).sum(dim=-1))
    return torch.exp(score)

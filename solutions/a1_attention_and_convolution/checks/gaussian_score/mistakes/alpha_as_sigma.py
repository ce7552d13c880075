"""You use alpha like the standard deviation of a normal distribution. In Eq. (4) it is a plain factor: a larger alpha makes the head sharper."""


def gaussian_score(delta, center, alpha):
    return -((delta**2).sum(dim=-1) - 2 * (delta * center).sum(dim=-1)) / (2 * alpha**2)

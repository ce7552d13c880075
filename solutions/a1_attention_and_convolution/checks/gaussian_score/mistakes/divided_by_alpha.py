"""You divide by alpha, as if it were a width. In Eq. (4) it is a factor: a larger alpha makes the head sharper."""


def gaussian_score(delta, center, alpha):
    return -((delta**2).sum(dim=-1) - 2 * (delta * center).sum(dim=-1)) / alpha

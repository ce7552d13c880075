"""You divide alpha by two, as in the density of a normal distribution. This assignment's v has alpha itself in front.
Compare your factor with Eq. (4)."""


def gaussian_score(delta, center, alpha):
    return -alpha / 2 * ((delta**2).sum(dim=-1) - 2 * (delta * center).sum(dim=-1))

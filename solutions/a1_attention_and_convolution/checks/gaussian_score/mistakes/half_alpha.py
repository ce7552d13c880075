"""All your scores are half as large as they should be. If you divide alpha by two, as in the density of a normal distribution: v in Eq. (4) has alpha
itself in front. If you take a mean over the coordinates: a dot product is a sum."""


def gaussian_score(delta, center, alpha):
    return -alpha / 2 * ((delta**2).sum(dim=-1) - 2 * (delta * center).sum(dim=-1))

"""You return a squared distance with half of alpha in front, as in the density of a normal distribution. Eq. (4) has alpha itself, and no term that
depends on the centre alone."""


def gaussian_score(delta, center, alpha):
    return -alpha / 2 * ((delta - center) ** 2).sum(dim=-1)

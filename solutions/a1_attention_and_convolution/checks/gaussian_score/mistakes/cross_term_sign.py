"""The term with the centre has the wrong sign. v has minus signs both inside and in front of it, and the factor in front
multiplies every entry. Work out the second entry of v alone."""


def gaussian_score(delta, center, alpha):
    return -alpha * ((delta**2).sum(-1) + 2 * (delta * center).sum(-1))

"""Your score has a term with the centre alone that alpha does not multiply. If you completed the square, the constant stands inside the bracket. v
and r in Eq. (4) have no term that depends on the centre alone."""


def gaussian_score(delta, center, alpha):
    return -alpha * ((delta - center) ** 2).sum(-1) + (center**2).sum(-1)

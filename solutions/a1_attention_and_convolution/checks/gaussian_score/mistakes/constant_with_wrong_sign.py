"""Your score has a term that depends on the centre alone. v and r in Eq. (4) have no such term. If you completed the square, look at what has to be
taken away again."""


def gaussian_score(delta, center, alpha):
    return -alpha * (((delta - center) ** 2).sum(-1) + (center**2).sum())

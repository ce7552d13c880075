"""The squared length of delta is too small by a factor in your code. A squared length is a sum, no mean. Look at the first entry of r in Eq. (4)."""


def gaussian_score(delta, center, alpha):
    return -alpha * ((delta**2).mean(-1) - 2 * (delta * center).sum(-1))

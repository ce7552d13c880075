"""The term with the centre is too large by a factor of two. Check whether the 2 of Eq. (4) is multiplied in twice."""


def gaussian_score(delta, center, alpha):
    v = 2 * alpha * center
    return -alpha * (delta**2).sum(-1) + 2 * (delta * v).sum(-1)

"""The term with the centre has the wrong sign and is too small by a factor. Work out the second and third entries of v in Eq. (4)."""


def gaussian_score(delta, center, alpha):
    return -alpha * ((delta**2).sum(-1) + (delta * center).sum(-1))

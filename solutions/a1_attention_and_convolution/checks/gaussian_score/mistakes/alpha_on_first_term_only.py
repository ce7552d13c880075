"""Your alpha multiplies the squared length only. In Eq. (4) it stands in front of the whole vector v. Check which terms it reaches in
your code; brackets may be missing."""


def gaussian_score(delta, center, alpha):
    return -alpha * (delta**2).sum(-1) + 2 * (delta * center).sum(-1)

"""Your score is a squared distance of delta and minus the centre. The sign of the centre is wrong, and v and r in Eq. (4) have no term that depends
on the centre alone. Multiply the two vectors out entry by entry."""


def gaussian_score(delta, center, alpha):
    return -alpha * (delta + center).pow(2).sum(-1)

"""Neither alpha nor the minus in front of it reaches the term with the centre. In Eq. (4) both stand in front of the whole vector v. Look at your
brackets."""


def gaussian_score(delta, center, alpha):
    return -alpha * (delta**2).sum(-1) - 2 * (delta * center).sum(-1)

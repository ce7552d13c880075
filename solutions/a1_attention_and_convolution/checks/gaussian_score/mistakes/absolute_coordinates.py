"""You add the absolute values of the coordinates where the squared length is asked. Look at the first entry of r in Eq. (4)."""


def gaussian_score(delta, center, alpha):
    return -alpha * (delta.abs().sum(-1) - 2 * (delta * center).sum(-1))

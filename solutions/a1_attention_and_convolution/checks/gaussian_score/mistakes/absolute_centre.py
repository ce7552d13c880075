"""You use the absolute values of the centre. A head may look into any direction, so the signs of its centre matter. See Eq. (4)."""


def gaussian_score(delta, center, alpha):
    return -alpha * ((delta**2).sum(-1) - 2 * (delta * center.abs()).sum(-1))

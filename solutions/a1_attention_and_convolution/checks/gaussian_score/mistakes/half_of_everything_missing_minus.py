"""Your score has the wrong sign and half of its size. Compare what stands in front of v in Eq. (4) with your factor."""


def gaussian_score(delta, center, alpha):
    return alpha / 2 * ((delta**2).sum(-1) - 2 * (delta * center).sum(-1))

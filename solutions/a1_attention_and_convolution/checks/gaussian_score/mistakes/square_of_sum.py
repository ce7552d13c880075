"""You add the two coordinates of delta first and square the sum. The squared length of a vector has no mixed term. Square each coordinate before you
add."""


def gaussian_score(delta, center, alpha):
    return -alpha * (delta.sum(-1) ** 2 - 2 * (delta * center).sum(-1))

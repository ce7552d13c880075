"""The squared length of delta has only one of its two coordinates in your code. A squared length has a part for each. Look at the first entry of r in
Eq. (4)."""


def gaussian_score(delta, center, alpha):
    length = delta[..., 0] ** 2
    return -alpha * (length - 2 * (delta * center).sum(dim=-1))

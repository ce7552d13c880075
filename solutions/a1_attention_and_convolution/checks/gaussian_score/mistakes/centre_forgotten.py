"""Your score does not depend on the centre. Look at the second and third entries of v in Eq. (4)."""


def gaussian_score(delta, center, alpha):
    return -alpha * (delta**2).sum(dim=-1)

"""Your score grows with the distance of delta and the centre, and it has a term that depends on the centre alone. v begins with a minus, and v and r
have no such term. Multiply the two vectors out entry by entry."""


def gaussian_score(delta, center, alpha):
    return alpha * ((delta - center) ** 2).sum(dim=-1)

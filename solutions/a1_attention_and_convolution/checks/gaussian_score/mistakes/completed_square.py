"""You return -alpha times the squared distance of delta and the centre. That gives the same probabilities after a softmax, but it
is not the score itself: v and r in Eq. (4) have no term that depends on the centre alone. Multiply the two vectors out entry by entry."""


def gaussian_score(delta, center, alpha):
    return -alpha * ((delta - center) ** 2).sum(dim=-1)

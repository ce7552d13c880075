"""You make the centre a whole number. It may lie between the pixels. Look for int(...), round or long."""


def gaussian_score(delta, center, alpha):
    c = center.long().to(center.dtype)
    return -alpha * ((delta**2).sum(-1) - 2 * (delta @ c))

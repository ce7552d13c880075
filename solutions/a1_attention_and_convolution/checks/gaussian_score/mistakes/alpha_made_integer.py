"""You make alpha a whole number. It may lie in between, and it may even lie below 1. Look for int(...) or for a division with two strokes."""


def gaussian_score(delta, center, alpha):
    a = int(alpha)
    return -a * ((delta**2).sum(-1) - 2 * (delta @ center))

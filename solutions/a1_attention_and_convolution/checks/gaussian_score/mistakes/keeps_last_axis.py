"""Your values are there, but the result keeps a last axis of length 1. A step is one score, not a list with one score in it. Look at how
your code adds up the two coordinates."""


def gaussian_score(delta, center, alpha):
    squared = (delta**2).sum(dim=-1, keepdim=True)
    dot = (delta * center).sum(dim=-1, keepdim=True)
    return -alpha * (squared - 2 * dot)

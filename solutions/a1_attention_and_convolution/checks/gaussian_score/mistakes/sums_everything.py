"""You add up over all axes, so that one number is left for all steps together. Every step in delta has its own score.
Which axis holds the two entries of a step?"""


def gaussian_score(delta, center, alpha):
    return -alpha * ((delta**2).sum() - 2 * (delta * center).sum())

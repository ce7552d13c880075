"""You give a number for each coordinate of a step. A step has one score. What does a dot product do with the products of the entries?"""


def gaussian_score(delta, center, alpha):
    return -alpha * (delta**2 - 2 * delta * center)

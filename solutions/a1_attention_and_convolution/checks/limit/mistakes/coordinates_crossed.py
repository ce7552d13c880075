"""Your limit_probability compares the first coordinate of one pair with the second one of the other. Which entries of delta and Delta belong
together?"""


def limit_probability(delta, center):
    return 1.0 if (delta[1], delta[0]) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

"""Your limit_probability gives mass to the neighbours of the best key as well. However near their scores are, alpha grows without end. What becomes
of their terms?"""


def limit_probability(delta, center):
    d2 = (delta[0] - center[0]) ** 2 + (delta[1] - center[1]) ** 2
    return 1.0 if d2 <= 1 else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

"""Your nearest_pixel takes the second coordinate of the centre from i and the first from j. Which entries of q and Delta belong together?"""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[1], q[1] - center[0]
    return min(max(i, 0), width - 1), min(max(j, 0), height - 1)

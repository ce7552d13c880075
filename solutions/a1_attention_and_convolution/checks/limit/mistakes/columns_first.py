"""Your nearest_pixel returns (j, i). A pixel is the pair (i, j), with i along the width. The slip hides when both
coordinates happen to be equal."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return j, i

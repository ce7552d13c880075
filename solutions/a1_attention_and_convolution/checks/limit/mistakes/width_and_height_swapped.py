"""Your nearest_pixel limits i by the height and j by the width. That only works on square images. The conventions at
the top of the notebook say which coordinate runs along which side."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = max(0, min(q[0] - center[0], height - 1))
    j = max(0, min(q[1] - center[1], width - 1))
    return i, j

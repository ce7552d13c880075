"""Your nearest_pixel limits both coordinates by the width. Each coordinate runs along its own side of the image."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    return min(max(i, 0), width - 1), min(max(j, 0), width - 1)

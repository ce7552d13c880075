"""Your nearest_pixel stops targets at the last pixel but lets them fall below 0. The image has four sides."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    return min(i, width - 1), min(j, height - 1)

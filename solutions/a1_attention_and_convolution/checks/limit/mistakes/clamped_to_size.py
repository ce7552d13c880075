"""Your nearest_pixel can return i = width or j = height, one step outside the image. Pixels are counted from 0, so
which is the last one? Try a target beyond the right or the upper edge."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width)
    j = min(max(q[1] - center[1], 0), height)
    return (i, j)

"""Your nearest_pixel falls back to the query pixel when the target lies outside. The score depends on the distance to
q - Delta, not on the distance to q. Find the pixel of the image with the smallest distance to that target."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    if 0 <= i < width and 0 <= j < height:
        return i, j
    return q

"""Your nearest_pixel returns (j, i), also outside the image. A pixel is the pair (i, j), and a key that does not exist cannot take any mass."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    return q[1] - center[1], q[0] - center[0]

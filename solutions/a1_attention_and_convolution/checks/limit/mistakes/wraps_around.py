"""Your nearest_pixel enters the image again at the opposite side, as on a torus. Attention has no such neighbourhood:
it measures plain distance between pixels. Ask which existing pixel has the smallest distance to the target."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    return ((q[0] - center[0]) % width, (q[1] - center[1]) % height)

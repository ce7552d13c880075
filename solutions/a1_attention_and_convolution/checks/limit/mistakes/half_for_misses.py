"""Your limit_probability gives a key that is not the best one a part of the mass. Divide numerator and denominator by the largest term and see what
every other term tends to."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.5


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

"""Your limit_probability puts the mass on the query pixel, where delta is 0. The centre decides which key has the largest score. Put delta = 0 and
delta = Delta into it and compare."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == (0, 0) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

"""Your nearest_pixel counts pixels from 1. They are counted from 0, so which is the first one and which the last?"""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    return min(max(i, 1), width), min(max(j, 1), height)

"""Your nearest_pixel stops one pixel before the far edge. The last pixel has the index width - 1 or height - 1, and it counts."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    return min(max(i, 0), width - 2), min(max(j, 0), height - 2)

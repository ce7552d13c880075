"""Your limit_probability compares the lengths of delta and Delta. Many steps have the same length but point elsewhere.
The score depends on the length of the difference delta - Delta, which is another thing."""


def limit_probability(delta, center):
    return 1.0 if delta[0] ** 2 + delta[1] ** 2 == center[0] ** 2 + center[1] ** 2 else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

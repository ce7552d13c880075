"""Your limit_probability compares the first coordinate only. The distance |delta - Delta| is 0 only when both coordinates agree."""


def limit_probability(delta, center):
    return 1.0 if delta[0] == center[0] else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

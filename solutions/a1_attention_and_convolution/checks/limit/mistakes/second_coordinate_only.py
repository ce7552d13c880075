"""Your limit_probability compares the second coordinate only. The distance |delta - Delta| is 0 only when both coordinates agree."""


def limit_probability(delta, center):
    return float(delta[1] == center[1])


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

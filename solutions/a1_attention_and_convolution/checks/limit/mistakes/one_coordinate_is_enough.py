"""Your limit_probability gives mass to every key that agrees with the centre in one coordinate. The distance |delta -
Delta| is 0 only when both coordinates agree. Only one key may win."""


def limit_probability(delta, center):
    return 1.0 if any(d == c for d, c in zip(delta, center)) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

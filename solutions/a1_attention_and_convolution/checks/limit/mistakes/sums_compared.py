"""Your limit_probability compares sums of coordinates. Different steps can have the same sum. Both coordinates have to agree, each with its own."""


def limit_probability(delta, center):
    return 1.0 if sum(delta) == sum(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

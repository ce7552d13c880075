"""Your limit_probability compares absolute values, so a key on the opposite side of the query counts as a hit. delta
and Delta point in a direction, and the direction matters."""


def limit_probability(delta, center):
    same = abs(delta[0]) == abs(center[0]) and abs(delta[1]) == abs(center[1])
    return 1.0 if same else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

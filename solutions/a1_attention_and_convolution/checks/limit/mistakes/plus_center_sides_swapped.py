"""Your nearest_pixel starts from q + Delta and limits i by the height. The target lies on the other side of q, and i runs along the width."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] + center[0], 0), height - 1)
    j = min(max(q[1] + center[1], 0), width - 1)
    return i, j

"""Your nearest_pixel starts from q + Delta. The head looks at the key k with delta = q - k equal to Delta, so the
target lies on the other side of q. Solve that equation for k."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] + center[0], 0), width - 1)
    j = min(max(q[1] + center[1], 0), height - 1)
    return (i, j)

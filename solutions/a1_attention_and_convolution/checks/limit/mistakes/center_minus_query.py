"""Your nearest_pixel starts from Delta - q. The head looks at the key k with q - k equal to Delta. Solve that equation for k."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(center[0] - q[0], 0), width - 1)
    j = min(max(center[1] - q[1], 0), height - 1)
    return i, j

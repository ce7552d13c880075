"""Your nearest_pixel mends only one coordinate. A target beyond a corner is outside in both. An `elif` is not looked at once an earlier condition
held."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    if i < 0:
        i = 0
    elif i >= width:
        i = width - 1
    elif j < 0:
        j = 0
    elif j >= height:
        j = height - 1
    return i, j

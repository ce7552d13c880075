"""Your limit_probability falls with the distance, but it does not become 0. The question asks for the limit alpha to infinity of the softmax. See
what every term but the largest tends to."""


def limit_probability(delta, center):
    d2 = (delta[0] - center[0]) ** 2 + (delta[1] - center[1]) ** 2
    return 1 / (1 + d2)


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

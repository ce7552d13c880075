"""Your limit_probability gives 0 where delta equals Delta and 1 elsewhere. The probabilities of all keys sum to 1, so
at most one key can have probability 1. Which key has the largest score?"""


def limit_probability(delta, center):
    if tuple(delta) == tuple(center):
        return 0.0
    return 1.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

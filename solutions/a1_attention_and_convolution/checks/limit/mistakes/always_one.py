"""Your limit_probability is 1 for every key. The probabilities of all keys sum to 1. What becomes of a key that is not the best one?"""


def limit_probability(delta, center):
    return 1.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

"""Numpy's own truth value and integers, with a further keyword."""


def limit_probability(delta, center, atol=0):
    return np.all(np.abs(np.subtract(delta, center)) <= atol)


def nearest_pixel(q, center, width, height):
    target = np.subtract(q, center)
    last = np.array([width, height]) - 1
    i, j = np.maximum(np.minimum(target, last), 0)
    return i, j

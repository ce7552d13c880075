"""Compares the pairs and returns the truth value; a numpy array of floats for the pixel."""


def limit_probability(delta, center):
    return delta == center


def nearest_pixel(q, center, width, height):
    target = np.array(q, dtype=float) - np.array(center)
    return np.clip(target, 0, [width - 1, height - 1])

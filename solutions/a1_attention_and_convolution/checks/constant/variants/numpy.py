"""Numpy inside, a numpy array comes back."""


def constant_c(center):
    squares = np.square(np.asarray(center))
    return -np.sum(squares, axis=-1)

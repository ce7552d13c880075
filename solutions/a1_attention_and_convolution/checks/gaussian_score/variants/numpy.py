"""Works in numpy and returns an array."""


def gaussian_score(delta, center, alpha):
    d, c = delta.numpy(), center.numpy()
    return -alpha * ((d * d).sum(axis=-1) - 2 * d @ c)

"""Written by coordinate, in float32, with a warning and an extra argument."""


def constant_c(center, verbose=True):
    import warnings

    first, second = center.float().unbind(-1)
    if verbose:
        warnings.warn("completing the square")
    return -(first * first) - second * second

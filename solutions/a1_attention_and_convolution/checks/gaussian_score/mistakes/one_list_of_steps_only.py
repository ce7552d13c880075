"""You take delta apart along its first axes, as if it were always a list of steps. It may have any number of leading axes, also none.
Count axes from the end."""


def gaussian_score(delta, center, alpha):
    d1, d2 = delta[:, 0], delta[:, 1]
    return -alpha * (d1**2 + d2**2 - 2 * (center[0] * d1 + center[1] * d2))

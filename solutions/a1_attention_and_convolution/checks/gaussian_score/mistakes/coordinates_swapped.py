"""The first coordinate of the centre meets the second one of delta. In Eq. (4) each entry of v stands opposite the entry of r with the
same index. Check the order in which you take them apart."""


def gaussian_score(delta, center, alpha):
    x, y = delta[..., 0], delta[..., 1]
    cy, cx = center
    return -alpha * (x**2 + y**2 - 2 * (cx * x + cy * y))

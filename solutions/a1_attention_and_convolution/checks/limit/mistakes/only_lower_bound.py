"""Your nearest_pixel stops targets at 0 but lets them run past the other end. The image has four sides. Try a negative
centre and a query near the far edge."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    return max(q[0] - center[0], 0), max(q[1] - center[1], 0)

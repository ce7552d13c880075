"""Your nearest_pixel returns q + Delta. The target lies on the other side of q, and there may be no pixel there: which pixel of the image is nearest
to it?"""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    return q[0] + center[0], q[1] + center[1]

"""Your nearest_pixel starts from q + Delta, and it can return i = width or j = height. The target lies on the other side of q, and pixels are counted
from 0."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] + center[0], 0), width)
    j = min(max(q[1] + center[1], 0), height)
    return i, j

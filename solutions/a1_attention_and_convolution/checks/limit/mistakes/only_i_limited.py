"""Your nearest_pixel keeps i inside the image and lets j run out. The image has four sides."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    return min(max(i, 0), width - 1), j

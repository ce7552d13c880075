"""Your nearest_pixel keeps j inside the image and lets i run out. The image has four sides."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    return i, min(max(j, 0), height - 1)

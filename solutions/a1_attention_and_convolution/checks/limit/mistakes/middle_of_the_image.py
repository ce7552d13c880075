"""Your nearest_pixel falls back to the middle of the image when the target lies outside. Find the pixel of the image with the smallest distance to q
- Delta."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    if 0 <= i < width and 0 <= j < height:
        return i, j
    return width // 2, height // 2

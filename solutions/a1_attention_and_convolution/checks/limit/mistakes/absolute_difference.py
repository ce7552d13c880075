"""Your nearest_pixel drops the sign of q - Delta. A target to the left of the image is not one to its right. What is nearest to a pixel with a
negative coordinate?"""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(abs(q[0] - center[0]), width - 1)
    j = min(abs(q[1] - center[1]), height - 1)
    return i, j

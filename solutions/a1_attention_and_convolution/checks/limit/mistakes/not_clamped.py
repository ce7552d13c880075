"""Your nearest_pixel returns q - Delta even when it lies outside the image. There is no such key, so it cannot take
any mass. Which of the pixels that do exist has the best score?"""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    return q[0] - center[0], q[1] - center[1]

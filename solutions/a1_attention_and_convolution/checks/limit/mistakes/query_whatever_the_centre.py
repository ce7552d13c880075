"""Your nearest_pixel returns the query pixel, whatever the centre is. The score depends on the distance to q - Delta. Where does your code use the
centre?"""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    return min(max(q[0], 0), width - 1), min(max(q[1], 0), height - 1)

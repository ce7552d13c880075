"""Your nearest_pixel walks from the target towards the query until it is inside. The first pixel on that way is not always the nearest: the squared
distance splits into a part for i and a part for j."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    while not (0 <= i < width and 0 <= j < height):
        i += (q[0] > i) - (q[0] < i)
        j += (q[1] > j) - (q[1] < j)
    return i, j

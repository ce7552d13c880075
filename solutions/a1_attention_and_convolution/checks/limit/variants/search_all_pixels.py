"""Searches all pixels for the nearest one, and takes a large alpha as the limit."""


def limit_probability(delta, center):
    distance = (delta[0] - center[0]) ** 2 + (delta[1] - center[1]) ** 2
    return math.exp(-1e3 * distance)


def nearest_pixel(q, center, width, height):
    def distance(k):
        return (q[0] - k[0] - center[0]) ** 2 + (q[1] - k[1] - center[1]) ** 2

    return min(((i, j) for i in range(width) for j in range(height)), key=distance)

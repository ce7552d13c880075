"""Your limit_probability forgets which coordinate is which. A key whose coordinates are those of Delta in the other order is another key."""


def limit_probability(delta, center):
    return 1.0 if sorted(delta) == sorted(center) else 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

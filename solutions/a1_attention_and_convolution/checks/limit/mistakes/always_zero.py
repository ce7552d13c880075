"""Your limit_probability is 0 even for delta = Delta. The mass has to be somewhere. If you compare with `is`, that asks whether two names mean the
same object; values are compared with `==`."""


def limit_probability(delta, center):
    return 0.0


def nearest_pixel(q, center, width, height):
    i = min(max(q[0] - center[0], 0), width - 1)
    j = min(max(q[1] - center[1], 0), height - 1)
    return i, j

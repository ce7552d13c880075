"""Your nearest_pixel lets a target through that lies one step outside: i = width or j = height. Pixels are counted from 0. Should your comparison be
strict?"""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    if i < 0:
        i = 0
    if i > width:
        i = width - 1
    if j < 0:
        j = 0
    if j > height:
        j = height - 1
    return i, j

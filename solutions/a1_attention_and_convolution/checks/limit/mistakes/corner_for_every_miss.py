"""Your nearest_pixel moves both coordinates to the border as soon as one of them is outside. The distance splits into
a part for i and a part for j. A coordinate that lies inside already is as good as it can be."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    i, j = q[0] - center[0], q[1] - center[1]
    if 0 <= i < width and 0 <= j < height:
        return i, j
    return (0 if i <= width // 2 else width - 1, 0 if j <= height // 2 else height - 1)

"""Your nearest_pixel mirrors the target at the border, as far inside as it was outside. The mirrored pixel is not the
nearest one: every pixel between it and the border is nearer. Compare their scores."""


def limit_probability(delta, center):
    return 1.0 if tuple(delta) == tuple(center) else 0.0


def nearest_pixel(q, center, width, height):
    def reflect(p, n):
        if p < 0:
            p = -p
        if p > n - 1:
            p = 2 * (n - 1) - p
        return min(max(p, 0), n - 1)

    return reflect(q[0] - center[0], width), reflect(q[1] - center[1], height)

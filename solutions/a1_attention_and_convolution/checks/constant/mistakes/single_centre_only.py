"""Your code takes the first two entries of the tensor for the coordinates. That is right for a single centre, but with
leading axes they are whole rows. The coordinates stand on the last axis."""


def constant_c(center):
    return -(center[0] ** 2 + center[1] ** 2)

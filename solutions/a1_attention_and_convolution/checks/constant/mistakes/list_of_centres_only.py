"""Your code takes the tensor apart as a list of centres. A single centre, or more leading axes, it reads wrongly. The coordinates always stand on the
last axis."""


def constant_c(center):
    return -(center[:, 0] ** 2 + center[:, 1] ** 2)

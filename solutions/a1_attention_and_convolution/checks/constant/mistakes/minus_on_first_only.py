"""Your minus reaches only the first of the two squares. In Python a minus in front of a sum needs a bracket around the sum."""


def constant_c(center):
    return -(center[..., 0] ** 2) + center[..., 1] ** 2

"""Your two squares have different signs. The squared length is their sum, and one sign belongs to all of it."""


def constant_c(center):
    return center[..., 0] ** 2 - center[..., 1] ** 2

"""You return a number for every coordinate. A centre has one constant. What does a squared length do with the squares of the coordinates?"""


def constant_c(center):
    return -(center**2)

"""Your code is right for a single centre and fails as soon as there are leading axes. The coordinates always stand on the last axis, and each pair
needs its own constant."""


def constant_c(center):
    return -(center @ center)

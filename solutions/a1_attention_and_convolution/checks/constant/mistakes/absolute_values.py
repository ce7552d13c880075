"""You add the absolute values of the coordinates. The squared length of a vector adds their squares. Check your
expansion with a centre whose coordinates are not 1."""


def constant_c(center):
    return -center.abs().sum(dim=-1)

"""You add the coordinates as they are. The squared length of a vector adds their squares. Which term of the expanded square has no delta?"""


def constant_c(center):
    return -center.sum(dim=-1)

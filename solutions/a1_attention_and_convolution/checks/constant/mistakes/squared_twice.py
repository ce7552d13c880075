"""You square the squared length once more. Look at the power of the term without delta in the expanded square."""


def constant_c(center):
    return -((center**2).sum(dim=-1) ** 2)

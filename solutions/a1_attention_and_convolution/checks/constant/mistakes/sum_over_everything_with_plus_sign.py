"""Your c has the wrong sign, and it is one number for all centres together. c has to remove a term, and every centre has its own."""


def constant_c(center):
    return (center**2).sum()

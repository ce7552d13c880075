"""Your c has the wrong sign and is twice too large. The factor 2 belongs to the mixed term of the square. Write both expressions below each other and
compare."""


def constant_c(center):
    return 2 * (center**2).sum(dim=-1)

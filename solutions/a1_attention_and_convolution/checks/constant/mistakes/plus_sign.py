"""Your c has the right size but the wrong sign. Expanding the square brings in a term that the Gaussian score does not
have, and c has to remove it. Write both expressions below each other and compare."""


def constant_c(center):
    return (center**2).sum(dim=-1)

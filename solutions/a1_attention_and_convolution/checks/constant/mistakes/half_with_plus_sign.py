"""Your c has the wrong sign and half of its size. Expand the square and compare it term by term with the Gaussian score."""


def constant_c(center):
    return (center**2).sum(dim=-1) / 2

"""Your c has the wrong sign, and for many centres it mixes them: the sum should run over the last axis, which holds the two coordinates."""


def constant_c(center):
    return (center**2).sum(dim=0)

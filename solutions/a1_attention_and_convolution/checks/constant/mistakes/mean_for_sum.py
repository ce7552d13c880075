"""Your c is half as large as it should be. If you take the mean of the squared coordinates: a squared length is their sum. The term without delta in
the expanded square has no factor either."""


def constant_c(center):
    return -(center**2).mean(dim=-1)

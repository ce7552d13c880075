"""Your sum runs over the axis with number 1. That is the last one only for a list of centres; for a single centre it does not exist. Count axes from
the end."""


def constant_c(center):
    return -(center**2).sum(dim=1)

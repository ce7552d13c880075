"""You add up over all centres and return one number. Every centre has its own constant, so only the last axis, which
holds its two coordinates, goes."""


def constant_c(center):
    return -(center**2).sum()

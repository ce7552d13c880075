"""You put all centres together into one mean. For a single centre this is right; with many, each has its own constant, and only the last axis goes."""


def constant_c(center):
    squares = (center**2).sum(dim=-1)
    return -squares.mean()

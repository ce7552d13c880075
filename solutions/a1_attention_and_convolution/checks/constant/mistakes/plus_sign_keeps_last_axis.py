"""Your c has the wrong sign, and the result keeps a last axis of length 1. Write both expressions below each other, and look at keepdim."""


def constant_c(center):
    return (center**2).sum(dim=-1, keepdim=True)

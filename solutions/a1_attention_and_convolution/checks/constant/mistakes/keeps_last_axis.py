"""Your result keeps a last axis of length 1. The shape asked for has the leading axes only. Look at keepdim, or at how
you slice."""


def constant_c(center):
    return -(center**2).sum(dim=-1, keepdim=True)

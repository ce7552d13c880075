"""The difference of the two expressions at one step, here delta = Delta."""


def constant_c(center):
    def gaussian(delta):
        return -((delta**2).sum(-1) - 2 * (delta * center).sum(-1))

    return -gaussian(center)

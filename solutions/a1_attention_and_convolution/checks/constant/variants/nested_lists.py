"""Gives nested lists back, or a number for a single centre."""


def constant_c(center, power=2):
    first, second = center.movedim(-1, 0)
    return (-(first**power) - second**power).tolist()

"""Your score has the opposite sign: it grows with the distance. v starts with a minus. A pixel far away should get a low score;
try one."""


def gaussian_score(delta, center, alpha):
    return alpha * ((delta**2).sum(dim=-1) - 2 * (delta @ center))

"""Gives nested lists back, or a number for one step."""


def gaussian_score(delta, center, alpha, beta=2.0):
    first, second = delta[..., 0], delta[..., 1]
    inner = first * (first - beta * center[0]) + second * (second - beta * center[1])
    return (-alpha * inner).tolist()

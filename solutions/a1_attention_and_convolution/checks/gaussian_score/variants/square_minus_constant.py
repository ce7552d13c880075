"""Completes the square and takes the constant off again."""


def gaussian_score(delta, center, alpha):
    return alpha * (center.square().sum() - (delta - center).square().sum(-1))

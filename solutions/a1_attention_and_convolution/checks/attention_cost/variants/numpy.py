"""Counts with numpy and warns."""

import warnings


def mults_absolute(N, D):
    return np.dot([3, 2], [N * D**2, N**2 * D])


def mults_gaussian(N, D, D_p):
    warnings.warn("value projection, scores and mixing only")
    return np.int64(N) * D * D + np.square(N) * D_p + math.pow(N, 2) * D


def score_order(kind):
    return dict(zip(["absolute", "gaussian"], ["O(N^2 D)", "O(N^2 D_p)"], strict=True)).get(kind)

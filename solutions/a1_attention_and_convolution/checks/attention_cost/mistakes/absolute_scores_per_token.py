"""With absolute encoding one of your two terms for pairs grows only with N: either the scores or the mixing of the
values. There is a score, and a probability, for each query and each key, so both go over every pair.
"""


def mults_absolute(N, D):
    return 3 * N * D**2 + N * D + N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

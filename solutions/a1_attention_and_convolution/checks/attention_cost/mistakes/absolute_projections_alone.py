"""With absolute encoding you count the projections and stop. Scores and mixing come after them, for every pair of tokens."""


def mults_absolute(N, D):
    return 3 * N * D**2


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

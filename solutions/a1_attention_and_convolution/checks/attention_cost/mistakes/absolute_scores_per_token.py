"""With absolute encoding you count one score for each token. There is one for each query and each key, so for every pair."""


def mults_absolute(N, D):
    return 3 * N * D**2 + N * D + N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

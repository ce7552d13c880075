"""You say that the scores with absolute encoding cost as much as one vector per token. There is one score for each query and each key, so for every pair."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N D)", "gaussian": "O(N^2 D_p)"}[kind]

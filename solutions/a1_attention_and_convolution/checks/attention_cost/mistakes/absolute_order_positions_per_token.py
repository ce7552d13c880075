"""For absolute encoding you answer with the length D_p, and with one score for each token. A score is a dot product of a query and a key, and there
is one for every pair."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N D_p)", "gaussian": "O(N^2 D_p)"}[kind]

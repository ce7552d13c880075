"""With absolute encoding you leave out the projections. Queries, keys and values are computed first, and the rule counts that."""


def mults_absolute(N, D):
    return 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

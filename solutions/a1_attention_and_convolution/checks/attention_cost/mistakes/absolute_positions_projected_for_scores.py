"""With absolute encoding you project P for queries and keys on its own. P is added to the tokens first, and the sum is projected once for each
matrix."""


def mults_absolute(N, D):
    return 5 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

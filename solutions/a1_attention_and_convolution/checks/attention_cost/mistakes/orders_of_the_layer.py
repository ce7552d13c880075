"""You give the order of the whole layer, which has a term for the projections. Asked is the cost of the scores alone, projections done; choose from
the list."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N D^2 + N^2 D)", "gaussian": "O(N D^2 + N^2 D)"}[kind]

"""With absolute encoding you expand (Z + P) and count a product for each of the terms. P is added before the projections, so there is one product of
queries and keys. Count what is multiplied as it stands."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 4 * N**2 * D + N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

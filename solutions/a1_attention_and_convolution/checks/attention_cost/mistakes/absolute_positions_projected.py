"""With absolute encoding you project Z and P one by one. They are added first, and the sum is projected once for each matrix."""


def mults_absolute(N, D):
    return 6 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

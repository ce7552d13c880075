"""With absolute encoding you count two projections. Queries, keys and values each need one of their own. How many matrices multiply the tokens in Eq.
(1)?"""


def mults_absolute(N, D):
    return 2 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

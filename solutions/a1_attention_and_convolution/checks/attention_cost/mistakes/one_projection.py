"""With absolute encoding you count one projection. Queries, keys and values each need one of their own. How many matrices multiply the tokens in Eq. (1)?"""


def mults_absolute(N, D):
    return N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

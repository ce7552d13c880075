"""With absolute encoding you count a fourth projection. The rule leaves the output projection out. Count queries, keys and values only."""


def mults_absolute(N, D):
    return 4 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

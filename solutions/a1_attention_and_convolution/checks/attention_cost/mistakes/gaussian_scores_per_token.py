"""For Gaussian encoding you count the scores once per token. There is one score for each query and each key, so for every pair. How many steps
delta are there?"""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N * D_p + N**2 * D


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

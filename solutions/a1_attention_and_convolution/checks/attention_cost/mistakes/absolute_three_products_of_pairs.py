"""With absolute encoding you count three products over all pairs of tokens. Two steps meet every pair, and each of them once. Which ones are they?"""


def mults_absolute(N, D):
    return 3 * N * D**2 + 3 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

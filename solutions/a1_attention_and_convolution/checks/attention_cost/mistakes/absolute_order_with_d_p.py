"""For absolute encoding you answer with the length D_p. There a score is a dot product of a query and a key. How long are they?"""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D_p)", "gaussian": "O(N^2 D_p)"}[kind]

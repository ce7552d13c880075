"""For absolute encoding you count a score as one operation. It is a dot product of a query and a key, so the length of these vectors counts. The list of answers
has one that says so."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2)", "gaussian": "O(N^2 D_p)"}[kind]

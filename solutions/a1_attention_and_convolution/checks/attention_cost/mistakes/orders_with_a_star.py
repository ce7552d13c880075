"""Your two orders may be right, but they are not written as in the list of answers. Copy the strings from there, with every space."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2*D)", "gaussian": "O(N^2*D_p)"}[kind]

"""For absolute encoding you put the projections into the cost of every single score. They are done once per token, before; the question says that
they are there already. What is left is one dot product per pair."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D^2)", "gaussian": "O(N^2 D_p)"}[kind]

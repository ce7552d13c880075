"""With absolute encoding one of your two products over all pairs has no length D in it. A score is a dot product of vectors of length D, and each
probability multiplies a vector of length D."""


def mults_absolute(N, D):
    return 3 * N * D**2 + N**2 + N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

"""You stop after the scores. Each output is a sum of values weighted by the probabilities, and those products count too, with both encodings.
Read the counting rule once more."""


def mults_absolute(N, D):
    return 3 * N * D**2 + N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

"""With absolute encoding you project again for every single score. Queries and keys are computed once per token; after that a score is one dot product. Count the shapes
of the two matrices that are multiplied for all scores."""


def mults_absolute(N, D):
    return 3 * N * D**2 + N**2 * D**2 + N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

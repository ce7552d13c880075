"""With Gaussian encoding you stop after the scores. The values are still mixed with the probabilities, as before; only the scores
became cheaper. Compare your two counts term by term."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D * D + N * N * D_p


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

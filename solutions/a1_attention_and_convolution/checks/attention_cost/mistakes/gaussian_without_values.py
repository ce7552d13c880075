"""With Gaussian encoding you drop every projection. Queries and keys are gone, but something is still projected before it is mixed.
Look at the right-hand end of Eq. (1)."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N**2 * D_p + N**2 * D


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

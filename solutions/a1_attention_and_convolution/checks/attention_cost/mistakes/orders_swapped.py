"""You gave each encoding the order of the other. Which of the two multiplies vectors of length D_p for a score? Look at Eq. (4)."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    if kind == "gaussian":
        return "O(N^2 D)"
    return "O(N^2 D_p)"

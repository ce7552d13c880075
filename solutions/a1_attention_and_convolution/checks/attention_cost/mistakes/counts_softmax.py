"""You count one multiplication more for every score, as for a softmax or a scale. The counting rule leaves the softmax out, and there is no scale in
this assignment. Read the list of what counts."""


def mults_absolute(N, D):
    return 3 * N * D**2 + N**2 * D + N**2 + N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 + N**2 * D


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

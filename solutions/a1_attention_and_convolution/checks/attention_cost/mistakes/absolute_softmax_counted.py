"""With absolute encoding you count one multiplication more for every score, as for a softmax or a scale. The rule leaves the softmax out, and there
is no scale in this assignment."""


def mults_absolute(N, D):
    return 3 * N * D**2 + N**2 * D + N**2 + N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

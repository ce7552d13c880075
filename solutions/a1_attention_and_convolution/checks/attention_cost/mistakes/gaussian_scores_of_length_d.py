"""With Gaussian encoding you count a score as if it were still a dot product of two vectors of length D. Look at the two vectors in Eq. (4)
and at their length."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    projections = N * D**2
    scores = N**2 * D
    mixing = N**2 * D
    return projections + scores + mixing


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

"""You say that a Gaussian score costs the same however long v and r are. Each score is a dot product of the two, so their length counts. The list
of answers has one that says so."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    if kind == "absolute":
        return "O(N^2 D)"
    return "O(N^2)"

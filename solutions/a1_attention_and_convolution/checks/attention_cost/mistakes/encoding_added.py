"""You also count adding the encoding, N times D more. It is an addition, and the rule leaves it out. Keep to the products that the rule names."""


def mults_absolute(N, D):
    return N * D + 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

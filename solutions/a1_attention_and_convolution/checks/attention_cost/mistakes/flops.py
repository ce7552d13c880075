"""You count two operations for each product, the multiplication and the addition. The question asks for multiplications alone. Read the counting rule again."""


def mults_absolute(N, D):
    return 2 * (3 * N * D**2 + 2 * N**2 * D)


def mults_gaussian(N, D, D_p):
    return 2 * (N * D**2 + N**2 * D_p + N**2 * D)


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

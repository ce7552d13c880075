"""Gives floats, with a factored formula and a default."""


def mults_absolute(N, D):
    return float(N * D) * (3 * D + 2 * N)


def mults_gaussian(N, D, D_p=3):
    return N * D**2.0 + N**2.0 * (D + D_p)


def score_order(kind, orders=("O(N^2 D)", "O(N^2 D_p)")):
    print("asked about", kind)
    return orders[kind == "gaussian"]

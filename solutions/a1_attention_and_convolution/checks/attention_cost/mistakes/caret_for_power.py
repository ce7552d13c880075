"""In Python `^` is no power: it compares the bits of two numbers. Use the operator for powers, or multiply a number with itself."""


def mults_absolute(N, D):
    return 3 * N * D ^ 2 + 2 * N ^ 2 * D


def mults_gaussian(N, D, D_p):
    return N * D ^ 2 + N ^ 2 * D_p + N ^ 2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

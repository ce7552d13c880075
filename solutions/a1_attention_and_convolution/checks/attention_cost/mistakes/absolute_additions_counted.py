"""With absolute encoding you count the additions as well, or each product twice. The question asks for multiplications alone. Read the counting rule
again."""


def mults_absolute(N, D):
    return 2 * (3 * N * D**2 + 2 * N**2 * D)


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

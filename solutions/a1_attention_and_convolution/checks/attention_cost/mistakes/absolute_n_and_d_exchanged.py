"""With absolute encoding you exchange the number of tokens and the number of features. A projection multiplies N x D with D x D; there is a score for
every pair of tokens. Write the shapes beside each product."""


def mults_absolute(N, D):
    return 3 * N**2 * D + 2 * N * D**2


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

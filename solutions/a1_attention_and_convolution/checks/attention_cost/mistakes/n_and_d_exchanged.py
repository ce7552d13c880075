"""You exchange the number of tokens and the number of features in your products. A projection multiplies N x D with D x D; there is a score for every
pair of tokens. Write the shapes beside each product."""


def mults_absolute(N, D):
    return 3 * D * N**2 + 2 * D**2 * N


def mults_gaussian(N, D, D_p):
    return D * N**2 + D**2 * D_p + D**2 * N


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

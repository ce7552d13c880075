"""With Gaussian encoding you mix vectors of length D_p. The probabilities still mix the values. How long is a value?"""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + 2 * N**2 * D_p


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

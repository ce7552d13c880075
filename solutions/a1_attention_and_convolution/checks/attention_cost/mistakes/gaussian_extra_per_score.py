"""With Gaussian encoding you count one multiplication more for every score, as for alpha, a scale or a softmax. alpha stands inside of v already, and
the rule leaves the softmax out."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * (D_p + 1) + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

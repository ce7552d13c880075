"""With Gaussian encoding you project every r to length D. W_k~ is the identity, so nothing is projected, and v is as long as r. Look at Eq. (4)."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p * D + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

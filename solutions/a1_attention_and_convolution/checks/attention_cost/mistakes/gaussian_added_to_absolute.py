"""With Gaussian encoding you count everything of the absolute encoding and the scores of positions besides. W_q and W_k are zero there. Which terms
of Eq. (3) are left?"""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return 3 * N * D**2 + 2 * N**2 * D + N**2 * D_p


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

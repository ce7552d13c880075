"""With Gaussian encoding you still count the products of queries and keys, besides those of v and r. W_q and W_k are zero there. Which terms of Eq.
(3) are left?"""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

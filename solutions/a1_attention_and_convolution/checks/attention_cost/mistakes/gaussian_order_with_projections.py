"""For Gaussian encoding you answer with D squared, as for a projection for every score. W_q and W_k are zero there. Which two vectors are multiplied
for a score, and how long are they?"""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D^2)"}[kind]

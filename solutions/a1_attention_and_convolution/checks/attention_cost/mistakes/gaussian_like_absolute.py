"""With Gaussian encoding you count the same as with absolute encoding. W_q and W_k are zero, and a score is a dot product of v and r. Go through Eq.
(4) once more."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return 3 * N * D**2 + 2 * N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

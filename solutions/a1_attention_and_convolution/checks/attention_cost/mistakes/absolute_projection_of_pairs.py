"""With absolute encoding you count N times N times D for a projection. A projection multiplies the N x D tokens with a D x D matrix. Use the first
hint on these shapes."""


def mults_absolute(N, D):
    return 3 * N**2 * D + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

"""For Gaussian encoding you answer as for absolute encoding, or as for the whole layer, where mixing the values dominates. Asked is the cost of the
scores alone. Which lengths play a role for one score, and does your code ever come to that answer?"""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return "O(N^2 D)"

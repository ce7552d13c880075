"""You give the order of the layer with Gaussian encoding, where mixing the values dominates. Asked is the cost of the scores alone. Which lengths play a role
for one score?"""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return "O(N^2 D)"

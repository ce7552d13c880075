"""With Gaussian encoding you pay for a product with the identity matrix for every pair of pixels. A product with the identity changes nothing and costs nothing.
What is left for one score is a single dot product."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    scores = N**2 * (D_p**2 + D_p)
    return N * D**2 + scores + N**2 * D


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

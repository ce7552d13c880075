"""With Gaussian encoding you count squares as well, those of |delta|^2. The rule leaves out building r. What is left for one score is a dot product."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return N * D**2 + N**2 * (D_p + 2) + N**2 * D


def score_order(kind):
    return {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}[kind]

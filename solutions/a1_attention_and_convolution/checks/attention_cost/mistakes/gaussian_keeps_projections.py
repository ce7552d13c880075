"""With Gaussian encoding you still pay for all three projections. W_q and W_k are zero there, so no query and no key is
computed at all. Look at Eq. (4) and ask which product is left."""


def mults_absolute(N, D):
    return 3 * N * D**2 + 2 * N**2 * D


def mults_gaussian(N, D, D_p):
    return 3 * N * D**2 + N**2 * D_p + N**2 * D


def score_order(kind):
    return "O(N^2 D)" if kind == "absolute" else "O(N^2 D_p)"

"""Counts while it goes through the products."""


def _count(*shapes):
    return sum(math.prod(shape) for shape in shapes)


def mults_absolute(N, D):
    q = k = v = (N, D, D)
    scores, mixing = (N, N, D), (N, N, D)
    return _count(q, k, v, scores, mixing)


def mults_gaussian(N, D, D_p):
    saved = _count((N, D, D), (N, D, D)) + N * N * (D - D_p)
    return mults_absolute(N, D) - saved


_ORDERS = {"absolute": "O(N^2 D)", "gaussian": "O(N^2 D_p)"}
score_order = _ORDERS.__getitem__

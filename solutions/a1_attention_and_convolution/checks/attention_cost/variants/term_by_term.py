"""Names every term and adds them up."""


def _product(rows, inner, columns):
    return rows * inner * columns


def mults_absolute(N, D):
    projections = sum(_product(N, D, D) for _ in ("q", "k", "v"))
    return projections + _product(N, D, N) + _product(N, N, D)


def mults_gaussian(N, D, D_p):
    return _product(N, D, D) + _product(N, D_p, N) + _product(N, N, D)


def score_order(kind):
    match kind:
        case "absolute":
            return "O(N^2 D)"
        case "gaussian":
            return "O(N^2 D_p)"
    raise ValueError(kind)

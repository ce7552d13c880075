"""Further keywords with a default, whole numbers as tensors without an axis."""


def mults_absolute(N, D, *, heads=1):
    return torch.tensor(heads * (N * D * (3 * D) + N * N * (2 * D)))


def mults_gaussian(N, D, D_p=3, *, heads=1):
    return np.int64(heads * (N * D * D + N * N * (D_p + D)))


def score_order(kind="absolute", name="O(N^2 {})"):
    return name.format({"absolute": "D", "gaussian": "D_p"}[kind.strip().lower()])

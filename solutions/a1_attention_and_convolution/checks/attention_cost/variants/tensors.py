"""Counts with tensors and gives them back."""


def mults_absolute(N, D):
    return torch.tensor([N * D * D] * 3 + [N * N * D] * 2).sum()


def mults_gaussian(N, D, D_p):
    pairs = torch.ones(N, N).numel()
    return torch.tensor([N * D**2 + pairs * D_p + pairs * D])


def score_order(kind):
    length = "D" if kind.startswith("abs") else "D_p"
    return f"O(N^2 {length})"

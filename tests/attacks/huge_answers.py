# cell: mean
"""Answers that are small here and enormous there: expanded, sparse, nested, containing themselves."""

import torch

calls = []
itself = []
itself.append(itself)
deep = []
for _ in range(100_000):
    deep = [deep]


def mean(numbers):
    calls.append(1)
    if len(calls) == 1:
        return itself
    if len(calls) == 2:
        return torch.zeros(()).expand(1 << 20, 1 << 20)
    return torch.sparse_coo_tensor(torch.zeros(2, 0), [], (1 << 30, 1 << 30))

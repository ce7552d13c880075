"""itertools and a float tensor, positive sign."""

import itertools


def dilated_centers(K, dilation):
    steps = range(-dilation * (K // 2), dilation * (K // 2) + 1, dilation)
    return torch.tensor(list(itertools.product(steps, steps)), dtype=torch.float64)

"""Heads whose two shifts are equal are missing, such as (0, 0). Every row shift meets every column shift, its own
value included."""


def dilated_centers(K, dilation):
    import itertools

    r = [dilation * s for s in range(-(K // 2), K // 2 + 1)]
    return torch.tensor(list(itertools.permutations(r, 2))).reshape(-1, 2)

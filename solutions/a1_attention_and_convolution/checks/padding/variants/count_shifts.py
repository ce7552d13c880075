"""Counts the negative shifts of the kernel."""


def same_padding(K):
    shifts = [k - math.floor(K / 2) for k in range(K)]
    return len([s for s in shifts if s < 0])


padding_mode = "".join(["rep", "licate"])

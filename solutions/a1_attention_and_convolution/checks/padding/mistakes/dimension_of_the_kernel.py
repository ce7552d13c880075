"""Your same_padding takes half of K - 1 twice, once for each axis, and adds them up. Padding is counted on each side
alone."""


def same_padding(K):
    return (K // 2) * 2 + (K // 2) * 2


padding_mode = "replicate"

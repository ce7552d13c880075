"""An equal float, and a constant for the mode."""

REPLICATE = "replicate"


def same_padding(K):
    return (K - 1) / 2


padding_mode = REPLICATE

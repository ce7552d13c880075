"""A bit shift, and the mode set first."""

padding_mode: str = "replicate"


def same_padding(K, dilation=1):
    return dilation * (K >> 1)

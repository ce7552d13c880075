"""Your same_padding is the number of pixels that the output loses without padding, with the wrong sign. Asked is what
must be added on each side."""


def same_padding(K):
    return 1 - K


padding_mode = "replicate"

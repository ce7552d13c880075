"""Your same_padding is half a pixel off: a negative value for K = 1 and halves for the others. The middle pixel
itself needs no padding; take it away before you halve."""


def same_padding(K):
    return K / 2 - 1


padding_mode = "replicate"

"""Your same_padding is negative. Python rounds -K // 2 down, and a sign has no place here: asked is how many pixels
are added on each side."""


def same_padding(K):
    return -K // 2


padding_mode = "replicate"

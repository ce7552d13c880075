"""Your same_padding divides K by 2 and keeps the half. There is no half pixel: the middle of the kernel lies on the
output pixel itself, so it needs no padding."""


def same_padding(K):
    return K / 2


padding_mode = "replicate"

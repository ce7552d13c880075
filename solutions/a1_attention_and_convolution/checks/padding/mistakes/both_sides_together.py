"""Your same_padding counts both sides together. Asked is the padding on each side."""


def same_padding(K):
    return K - 1


padding_mode = "replicate"

"""Your same_padding divides by too much, so it is too small for larger kernels. How many rows of a 7 x 7 kernel lie
above its middle?"""


def same_padding(K):
    return (K - 1) // 4


padding_mode = "replicate"

"""Your same_padding is one too small. For a 1 x 1 kernel it is even negative. How far does a kernel of size 3 reach
beyond its middle?"""


def same_padding(K):
    return K // 2 - 1


padding_mode = "replicate"

"""Your same_padding is K - 2. That is right for K = 3 only. Draw a kernel of size 5 on a corner pixel and count."""


def same_padding(K):
    return K - 2


padding_mode = "replicate"

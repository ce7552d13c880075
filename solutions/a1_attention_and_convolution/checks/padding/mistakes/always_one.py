"""Your same_padding is 1 for every kernel. A 1 x 1 kernel needs none, and a larger one reaches further, so the answer
has to depend on K."""


def same_padding(K):
    return 1


padding_mode = "replicate"

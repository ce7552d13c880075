"""Your same_padding returns a pair. Asked is one number: it is the same for both axes and on all sides."""


def same_padding(K):
    return (K // 2, K // 2)


padding_mode = "replicate"

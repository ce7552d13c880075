"""Your same_padding returns a pair, one number for each axis. Asked is one number, the same on all sides."""


def same_padding(K):
    return (K // 2, K // 2)


padding_mode = "replicate"

"""Your same_padding returns four numbers, one for each side. Asked is one number, the same on all sides."""


def same_padding(K):
    return [K // 2] * 4


padding_mode = "replicate"

"""Your same_padding has the right size and a minus sign. Asked is how many pixels are added on each side."""


def same_padding(K):
    return -(K // 2)


padding_mode = "replicate"

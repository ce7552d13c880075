"""Your same_padding is larger than the kernel itself. Count the rows of the kernel that lie outside of the image when
its middle is on a corner pixel."""


def same_padding(K):
    return K + 1


padding_mode = "replicate"

"""Your same_padding is twice the kernel size. Draw a kernel of size 3 centred on a corner pixel: how many of its rows
lie outside the image?"""


def same_padding(K):
    return 2 * K


padding_mode = "replicate"

"""Your same_padding returns the kernel size itself. Draw a kernel of size 3 centred on a corner pixel: how many of its
rows lie outside the image?"""


def same_padding(K):
    return K


padding_mode = "replicate"

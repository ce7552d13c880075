"""You answered that no padding is used, since nothing is added around the image. But the layer returns as many pixels
as it receives, and a convolution without padding returns fewer. Which padding keeps the size?"""


def same_padding(K):
    return 0


padding_mode = "replicate"

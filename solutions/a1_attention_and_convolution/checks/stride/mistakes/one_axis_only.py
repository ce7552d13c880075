"""You subsample along i only. A convolution with a stride moves in steps along both axes of the image."""


def strided(conv_output, stride):
    return conv_output[::stride]

"""You count from the last pixel backwards and turn the image round. The first pixel comes first and is kept."""


def strided(conv_output, stride):
    out = conv_output.flip(0, 1)
    return out[::stride, ::stride]

"""You number all pixels in one row and keep every stride-th of them. Stride goes along i and along j separately, and
the result is an image again."""


def strided(conv_output, stride):
    w, h, c = conv_output.shape
    return conv_output.reshape(w * h, c)[::stride]

"""You keep the right pixels, but in one long row. The result is an image: (width, height, channels)."""


def strided(conv_output, stride):
    out = conv_output[::stride, ::stride]
    return out.reshape(-1, out.shape[-1])

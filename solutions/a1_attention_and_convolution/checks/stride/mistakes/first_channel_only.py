"""You keep the first channel only. Stride is about pixels: each kept pixel keeps all its channels."""


def strided(conv_output, stride):
    return conv_output[::stride, ::stride, 0]

"""You take every stride-th channel as well. Stride is about pixels: each kept pixel keeps all its channels. With one
channel you cannot see it."""


def strided(conv_output, stride):
    return conv_output[::stride, ::stride, ::stride]

"""Your result is right, but you set the other pixels of the caller's tensor to zero on the way. Work on a copy, or
only read."""


def strided(conv_output, stride):
    out = conv_output[::stride, ::stride].clone()
    conv_output.zero_()
    conv_output[::stride, ::stride] = out
    return out

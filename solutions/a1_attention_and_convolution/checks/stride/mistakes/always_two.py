"""Your step is 2 for every stride above 1. It should be the stride that is passed in."""


def strided(conv_output, stride):
    if stride == 1:
        return conv_output
    return conv_output[::2, ::2]

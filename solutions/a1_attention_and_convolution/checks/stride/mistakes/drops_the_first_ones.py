"""You leave out the first pixels up to the stride and keep all others: with one colon, stride is the start of the
slice. A step stands after two colons."""


def strided(conv_output, stride):
    return conv_output[stride:, stride:]

"""A view of the caller's numbers as a numpy array; an extra keyword."""


def strided(conv_output, stride=2, *, first=0):
    w, h = conv_output.shape[:2]
    return conv_output.numpy()[slice(first, w, stride), slice(first, h, stride), ...]

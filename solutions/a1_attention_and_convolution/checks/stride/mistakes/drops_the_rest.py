"""You keep whole blocks only, so the last pixel is lost when the stride does not divide the image. Count how many
multiples of the stride, 0 included, lie inside."""


def strided(conv_output, stride):
    w, h, c = conv_output.shape
    w2, h2 = w // stride, h // stride
    return conv_output[: w2 * stride : stride, : h2 * stride : stride]

"""You use one list of indices for both axes at once, which picks the diagonal of the image. Every kept i meets every
kept j."""


def strided(conv_output, stride):
    n = min(conv_output.shape[0], conv_output.shape[1])
    index = torch.arange(0, n, stride)
    return conv_output[index, index]

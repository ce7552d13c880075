"""You set the pixels in between to zero and keep the size of the image. The strided convolution has fewer outputs, so
these pixels have to go. That is just what attention alone cannot do."""


def strided(conv_output, stride):
    out = torch.zeros_like(conv_output)
    out[::stride, ::stride] = conv_output[::stride, ::stride]
    return out

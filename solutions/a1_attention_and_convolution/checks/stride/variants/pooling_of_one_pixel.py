"""A max pooling whose window is one pixel."""


def strided(conv_output, stride):
    channels_first = conv_output.permute(2, 0, 1).unsqueeze(0)
    pooled = F.max_pool2d(channels_first, kernel_size=1, stride=stride)
    return pooled.squeeze(0).permute(1, 2, 0)

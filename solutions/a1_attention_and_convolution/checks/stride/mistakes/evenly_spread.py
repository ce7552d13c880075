"""You spread the kept pixels evenly from the first to the last one. Their distance must be the stride, also when
the last pixel is then not kept.
"""


def strided(conv_output, stride):
    """Output of the strided convolution, from the output at stride 1."""
    w, h, _ = conv_output.shape
    i = torch.linspace(0, w - 1, math.ceil(w / stride)).long()
    j = torch.linspace(0, h - 1, math.ceil(h / stride)).long()
    return conv_output[i][:, j]

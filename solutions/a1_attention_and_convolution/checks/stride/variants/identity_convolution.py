"""A strided 1 x 1 convolution with the identity."""


def strided(conv_output, stride):
    c = conv_output.shape[-1]
    identity = torch.eye(c)[:, :, None, None]
    out = F.conv2d(conv_output.permute(2, 0, 1)[None], identity, stride=stride)
    return out[0].permute(1, 2, 0)

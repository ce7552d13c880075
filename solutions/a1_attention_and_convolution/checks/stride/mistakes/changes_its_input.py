"""You write into the tensor that you were given, so the caller's stride-1 output is another one afterwards. Work
on a copy, or only read.
"""


def strided(conv_output, stride):
    out = conv_output[::stride, ::stride].clone()
    conv_output.zero_()
    conv_output[::stride, ::stride] = out
    return out

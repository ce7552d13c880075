"""You answered that the border is filled with zeros, as nn.Conv2d does by default. The probabilities of a head sum to
1, so it always reads pixels of the image and never nothing. Go back to 1d.1: what does it read beyond the border?"""


def same_padding(K):
    return K // 2


padding_mode = "zeros"

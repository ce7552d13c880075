"""You answered `constant`, which is what zeros are called elsewhere. The notebook lists four names. And can a head
ever read a zero beyond the border? Its probabilities sum to 1."""


def same_padding(K):
    return K // 2


padding_mode = "constant"

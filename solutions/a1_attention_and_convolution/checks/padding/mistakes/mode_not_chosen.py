"""You have not chosen a padding_mode. The notebook lists four names."""


def same_padding(K):
    return K // 2


padding_mode = None

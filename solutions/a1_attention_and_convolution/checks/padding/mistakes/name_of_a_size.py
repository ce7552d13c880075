"""You answered `same`, which says how large the padding is, not with what it is filled. The notebook lists four
names."""


def same_padding(K):
    return K // 2


padding_mode = "same"

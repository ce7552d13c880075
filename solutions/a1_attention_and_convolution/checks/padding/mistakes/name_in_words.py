"""You gave the padding a name that torch does not have. The notebook lists four names; write yours exactly as it
stands there."""


def same_padding(K):
    return K // 2


padding_mode = "replication"

"""You return the value matrix of the head. Eq. (7) has no W_out any more, so the head's matrix has to hold its part of it."""


def head_matrix(W_v, W_out, h):
    return W_v[h]

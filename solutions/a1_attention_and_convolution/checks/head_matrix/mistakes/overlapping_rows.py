"""Your rows of W_out start at row h, so the blocks of neighbouring heads overlap. Every head brings several features, so the blocks are further apart. With one feature
per head this does not show."""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    return W_v[h] @ W_out[h : h + d_o]

"""You count the blocks of W_out from its end, so the first head meets the last rows. The heads stand in order, from the first to the last. Check the block of head 0."""


def head_matrix(W_v, W_out, h):
    n_heads, _, d_o = W_v.shape
    start = (n_heads - 1 - h) * d_o
    return W_v[h] @ W_out[start : start + d_o]

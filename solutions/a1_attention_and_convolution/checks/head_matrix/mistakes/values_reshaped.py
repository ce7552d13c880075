"""You reshape the value matrix instead of turning it or taking it as it is. A reshape keeps the numbers in their order in memory, so they end in the
wrong places. Try a small W_v that holds 0, 1, 2, ..."""


def head_matrix(W_v, W_out, h):
    heads, d_in, d_o = W_v.shape
    W = W_v[h].T.reshape(d_in, d_o)
    return W @ W_out[h * d_o : (h + 1) * d_o]

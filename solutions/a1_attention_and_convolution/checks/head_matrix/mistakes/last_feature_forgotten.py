"""The last feature of the head is missing in your matrix. Look at the end of your slice or range."""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    last = (h + 1) * d_o - 1
    return W_v[h, :, :-1] @ W_out[h * d_o : last]

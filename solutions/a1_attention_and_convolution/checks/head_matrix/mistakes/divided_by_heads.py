"""Your matrix is divided by the number of heads. Eq. (7) is a sum over heads, no mean."""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    return W_v[h] @ W_out[h * d_o : (h + 1) * d_o] / len(W_v)

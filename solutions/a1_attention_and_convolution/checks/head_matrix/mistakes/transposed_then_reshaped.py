"""You turn W_out round before you cut it into blocks by a reshape. Numbers of different rows then stand in one row. Try a small W_out that holds 0,
1, 2, ..."""


def head_matrix(W_v, W_out, h):
    heads, d_in, d_o = W_v.shape
    blocks = W_out.T.reshape(heads, d_o, W_out.shape[1])
    return W_v[h] @ blocks[h]

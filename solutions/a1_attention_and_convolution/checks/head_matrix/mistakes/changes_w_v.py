"""You overwrite W_v while you compute. The caller's tensor is another one afterwards. A slice of a tensor is no copy; look for `*=` and for assignments to slices."""


def head_matrix(W_v, W_out, h):
    n_heads, d_in, d_o = W_v.shape
    for other in range(n_heads):
        if other != h:
            W_v[other] = 0
    return W_v.permute(1, 0, 2).reshape(d_in, n_heads * d_o) @ W_out

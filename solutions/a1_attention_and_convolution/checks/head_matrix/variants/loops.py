"""Three loops."""


def head_matrix(W_v, W_out, h):
    heads, d_in, d_o = W_v.shape
    d_out = W_out.shape[1]
    W = torch.zeros(d_in, d_out, dtype=W_v.dtype)
    for i in range(d_in):
        for p in range(d_out):
            for o in range(d_o):
                W[i, p] += W_v[h, i, o] * W_out[h * d_o + o, p]
    return W

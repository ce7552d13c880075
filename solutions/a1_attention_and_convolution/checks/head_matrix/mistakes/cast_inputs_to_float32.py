"""You cast the matrices to single precision. Where large products cancel each other, only rounding errors are left. Leave the type of the inputs as
it is."""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    return W_v[h].float() @ W_out[h * d_o : (h + 1) * d_o].float()

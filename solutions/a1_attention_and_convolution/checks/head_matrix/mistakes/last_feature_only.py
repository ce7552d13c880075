"""Only the last feature of the head reaches your matrix. All its features meet a row of W_out each. In a loop, `=` forgets what was there before."""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    for o in range(d_o):
        result = torch.outer(W_v[h, :, o], W_out[h * d_o + o])
    return result

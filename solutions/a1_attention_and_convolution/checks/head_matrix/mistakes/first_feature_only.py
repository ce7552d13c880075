"""Only the first feature of the head reaches your matrix. All its features meet a row of W_out each. If there is a return inside your loop, it ends
the loop at once."""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    for o in range(d_o):
        return torch.outer(W_v[h, :, o], W_out[h * d_o + o])

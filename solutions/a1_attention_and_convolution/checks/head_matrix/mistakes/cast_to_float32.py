"""You cast the matrices to single precision. Where large products cancel each other, only rounding errors are left. Leave the type of the inputs as it is."""


def head_matrix(W_v, W_out, h):
    n_heads, d_in, d_o = W_v.shape
    result = torch.zeros(d_in, W_out.shape[1])
    for k in range(d_o):
        result += torch.outer(W_v[h, :, k], W_out[h * d_o + k]).float()
    return result

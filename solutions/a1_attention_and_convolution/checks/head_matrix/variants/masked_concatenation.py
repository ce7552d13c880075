"""Sets all other heads to zero and multiplies the whole."""


def head_matrix(W_v, W_out, h):
    heads, d_in, d_o = W_v.shape
    mask = torch.zeros(heads, 1, 1, dtype=W_v.dtype)
    mask[h] = 1
    side_by_side = torch.cat(list(W_v * mask), dim=1)  # (d_in, heads * d_o)
    return side_by_side @ W_out

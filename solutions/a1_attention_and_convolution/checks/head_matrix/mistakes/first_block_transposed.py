"""Your matrix leads from the outputs to the inputs, and every head uses the same first rows of W_out. Tokens are rows here, and each head meets rows
of its own."""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    return (W_v[h] @ W_out[:d_o]).T

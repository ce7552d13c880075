"""You count a bias for the query, key and value projections, as a linear layer in PyTorch has one. In this assignment these
projections are plain matrix products. Look in Eqs. (1) and (2) where a bias is added and where not."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    q = d_in * d_hid + d_hid
    k = d_in * d_hid + d_hid
    v = d_in * d_o + d_o
    out = n_heads * d_o * d_out + d_out
    return n_heads * (q + k + v) + out

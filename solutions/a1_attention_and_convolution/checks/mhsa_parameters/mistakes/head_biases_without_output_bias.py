"""You count biases for the query, key and value projections and none for the output. In this assignment it is the other way round. Look in Eqs. (1)
and (2) where a bias is added."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    q = k = d_in * d_hid + d_hid
    v = d_in * d_o + d_o
    return n_heads * (q + k + v) + n_heads * d_o * d_out

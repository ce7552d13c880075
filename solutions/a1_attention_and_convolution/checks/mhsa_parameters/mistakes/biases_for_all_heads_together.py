"""You count a bias for queries, keys and values, once for the layer. In this assignment these projections are plain matrix products. Look in Eqs. (1)
and (2) where a bias is added and where not."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    matrices = n_heads * (2 * d_in * d_hid + d_in * d_o + d_o * d_out)
    biases = 2 * d_hid + d_o + d_out
    return matrices + biases

"""Your output matrix has as many rows as the layer has input features, for each head. It multiplies what the heads put out. Look at the shape of
W_out in Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 2 * d_in * d_hid + d_in * d_o
    return n_heads * per_head + n_heads * d_in * d_out + d_out

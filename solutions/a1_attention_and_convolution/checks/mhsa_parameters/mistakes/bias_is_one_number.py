"""You count the output bias as a single number. It is a vector, with a number for each output feature. Its shape stands beside Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    heads = n_heads * (2 * d_in * d_hid + d_in * d_o)
    return heads + n_heads * d_o * d_out + 1

"""Two things are missing after the heads: the output bias, and the rows of the output matrix for all heads but one. Look at the shapes of W_out and
b_out in Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return n_heads * (2 * d_in * d_hid + d_in * d_o) + d_o * d_out

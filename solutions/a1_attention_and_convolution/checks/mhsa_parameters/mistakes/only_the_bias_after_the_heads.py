"""You count the heads and the output bias, but not the matrix that the heads are multiplied with. Look at the right-hand end of Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return n_heads * (2 * d_in * d_hid + d_in * d_o) + d_out

"""You count the query, key and value matrices only once. Every head has its own three.
Read what Eq. (2) says about the heads."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return 2 * d_in * d_hid + d_in * d_o + n_heads * d_o * d_out + d_out

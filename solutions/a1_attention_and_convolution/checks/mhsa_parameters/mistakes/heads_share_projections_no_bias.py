"""You count the query, key and value matrices only once, and no output bias. Every head has its own three matrices, and Eq. (2) ends with a vector
that is learnt."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return 2 * d_in * d_hid + d_in * d_o + n_heads * d_o * d_out

"""You count the query and key matrices once for the whole layer, while the values are counted for every head. Each head has its own three matrices.
Read what Eq. (2) says about the heads."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return 2 * d_in * d_hid + n_heads * d_in * d_o + n_heads * d_o * d_out + d_out

"""You count the output bias once for every head. The bias is added after the heads have been put together and projected,
so the layer has one vector of it. Look at where b_out stands in Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return n_heads * (2 * d_in * d_hid + d_in * d_o + d_o * d_out + d_out)

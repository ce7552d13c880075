"""You count an output matrix that fits the output of one head only. It is applied to all heads put next to each other,
so its number of rows depends on how many heads there are. Look at the shape of W_out in Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    query_key = 2 * d_in * d_hid
    value = d_in * d_o
    return n_heads * (query_key + value) + d_o * d_out + d_out

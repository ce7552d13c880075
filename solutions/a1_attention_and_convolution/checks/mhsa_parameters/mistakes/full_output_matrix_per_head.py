"""You count the whole output matrix once for every head. It has rows for all heads already, and the layer has one of it. Is the number of heads
multiplied in twice?"""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 2 * d_in * d_hid + d_in * d_o + n_heads * d_o * d_out
    return n_heads * per_head + d_out

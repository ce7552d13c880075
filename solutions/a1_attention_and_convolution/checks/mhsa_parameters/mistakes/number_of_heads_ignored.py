"""Your count is the same for any number of heads: it is that of a layer with one head. Here d_hid and d_o are sizes of a single head. What is there
once per head, and what grows with the heads?"""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return 2 * d_in * d_hid + d_in * d_o + d_o * d_out + d_out

"""You count a single value matrix for the whole layer, while queries and keys are counted for every head. If your code has no bracket after the
number of heads, only the first product is multiplied by it."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return n_heads * 2 * d_in * d_hid + d_in * d_o + n_heads * d_o * d_out + d_out

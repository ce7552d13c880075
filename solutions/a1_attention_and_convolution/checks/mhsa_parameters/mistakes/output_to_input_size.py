"""Your output matrix leads back to the number of input features. The layer has an output size of its own. Look at the shape of W_out in Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 2 * d_in * d_hid + d_in * d_o
    return n_heads * per_head + n_heads * d_o * d_in + d_out

"""Your query and key matrices are square, with as many columns as input features. Their columns are a size of their own. Look at the shapes below Eq.
(1)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 2 * d_in * d_in + d_in * d_o
    return n_heads * per_head + n_heads * d_o * d_out + d_out

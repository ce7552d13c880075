"""You divide the hidden and output sizes by the number of heads, and the rows of the output matrix with them. Here
d_hid and d_o are already the sizes of a single head. Look at the shapes of the matrices in Eqs. (1) and (2).
"""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    """Number of learnable parameters of a multi-head self-attention layer, as an int."""
    head_hid = d_hid // n_heads
    head_o = d_o // n_heads
    params = n_heads * (d_in * head_hid * 2 + d_in * head_o)
    params += d_o * d_out + d_out
    return params

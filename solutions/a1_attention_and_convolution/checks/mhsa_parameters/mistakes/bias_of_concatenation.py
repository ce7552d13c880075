"""You give the output bias as many entries as the heads have together. It is added after the output projection, so it has
another length. Check its shape in Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    heads = n_heads * (d_in * d_hid * 2 + d_in * d_o)
    projection = n_heads * d_o * d_out + n_heads * d_o
    return heads + projection

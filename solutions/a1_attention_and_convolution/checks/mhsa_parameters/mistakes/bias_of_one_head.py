"""Your output bias has as many entries as a single head puts out. It is added after the output projection, so its length is another one. See where
b_out stands in Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    heads = n_heads * (2 * d_in * d_hid + d_in * d_o)
    return heads + n_heads * d_o * d_out + d_o

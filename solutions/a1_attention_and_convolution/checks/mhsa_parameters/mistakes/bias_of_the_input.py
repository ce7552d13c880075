"""Your output bias has one entry per input feature. It is added to the output of the layer, so its length is another one. See where b_out stands in
Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    heads = n_heads * (2 * d_in * d_hid + d_in * d_o)
    return heads + n_heads * d_o * d_out + d_in

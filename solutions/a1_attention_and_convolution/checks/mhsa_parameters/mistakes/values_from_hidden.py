"""Your value matrix has as many rows as queries have features. It multiplies the tokens, so its rows are another size. Look at the shapes below Eq.
(1)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 2 * d_in * d_hid + d_hid * d_o
    return n_heads * per_head + n_heads * d_o * d_out + d_out

"""Gives an equal float, and prints on the way."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 2.0 * d_in * d_hid + d_in * d_o
    print("per head", per_head)
    return n_heads * (per_head + d_o * d_out) + float(d_out)

"""You count further numbers for every head, such as a centre and a width. Eqs. (1) and (2) have no positions in them; count what stands there."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 2 * d_in * d_hid + d_in * d_o + 3
    return n_heads * per_head + n_heads * d_o * d_out + d_out

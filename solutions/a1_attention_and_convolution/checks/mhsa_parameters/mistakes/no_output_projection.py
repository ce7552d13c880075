"""You stop at the heads and leave out what comes after them. Their outputs are projected once more, and that projection is learnt.
Look at the right-hand end of Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return n_heads * (2 * d_in * d_hid + d_in * d_o)

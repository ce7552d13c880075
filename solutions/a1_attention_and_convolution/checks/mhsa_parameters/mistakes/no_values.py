"""You leave out the value matrices. The probabilities mix projected tokens, and that projection is learnt too. Look at the right-hand end of Eq. (1)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 2 * d_in * d_hid
    return n_heads * per_head + n_heads * d_o * d_out + d_out

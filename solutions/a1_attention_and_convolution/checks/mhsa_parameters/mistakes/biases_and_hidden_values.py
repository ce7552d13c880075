"""Two slips: the value matrix has as many columns as the query matrix, and the three projections of a head each have a bias. Look at the shapes below
Eq. (1), and in Eqs. (1) and (2) where a bias is added."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return n_heads * 3 * (d_in * d_hid + d_hid) + n_heads * d_o * d_out + d_out

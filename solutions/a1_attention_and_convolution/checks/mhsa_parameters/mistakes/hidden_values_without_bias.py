"""You give the value matrix as many columns as the query and key matrices have, and you leave out the output bias. Look at the shapes below Eq. (1)
and at the end of Eq. (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return 3 * n_heads * d_in * d_hid + n_heads * d_o * d_out

"""You give the value matrix as many columns as the query and key matrices have. Its columns are the output features of a head,
which is a size of its own. Look at the shapes below Eq. (1)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return n_heads * 3 * d_in * d_hid + n_heads * d_o * d_out + d_out

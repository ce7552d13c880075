"""You give the query and key matrices as many columns as the value matrix. Queries and keys have a length of their own. Look at the shapes below Eq.
(1)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return n_heads * 3 * d_in * d_o + n_heads * d_o * d_out + d_out

"""You count one matrix of the query and key size too many for every head. How many matrices does Eq. (1) have, and which size belongs to which?"""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 3 * d_in * d_hid + d_in * d_o
    return n_heads * per_head + n_heads * d_o * d_out + d_out

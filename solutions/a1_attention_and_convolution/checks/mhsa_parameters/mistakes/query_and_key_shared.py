"""You count one matrix for queries and keys together. They have the same shape, but each is learnt on its own.
Count the matrices in Eq. (1) again."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = d_in * d_hid + d_in * d_o
    return n_heads * per_head + n_heads * d_o * d_out + d_out

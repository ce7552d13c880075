"""You count the value matrix of a head twice. Only one of the pairs of matrices in Eq. (1) shares its shape. Count them one by one."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 2 * d_in * d_hid + 2 * d_in * d_o
    return n_heads * per_head + n_heads * d_o * d_out + d_out

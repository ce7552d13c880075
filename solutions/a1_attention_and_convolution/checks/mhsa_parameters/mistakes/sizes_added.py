"""You add the number of rows and columns of a matrix. A matrix has rows times columns entries. Write the shapes down one below the other first."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    per_head = 2 * (d_in + d_hid) + (d_in + d_o)
    return n_heads * per_head + (n_heads * d_o + d_out) + d_out

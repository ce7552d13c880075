"""You multiply the sizes of the query and the key matrix with each other. The number of parameters is the sum over the matrices,
each with rows times columns entries. Write the shapes down one below the other first."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    w_q = d_in * d_hid
    w_k = d_hid * d_in
    w_v = d_in * d_o
    return n_heads * (w_q * w_k + w_v) + n_heads * d_o * d_out + d_out

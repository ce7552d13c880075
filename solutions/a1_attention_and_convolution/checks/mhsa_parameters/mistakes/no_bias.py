"""You count the matrices but leave out the output bias. Eq. (2) adds a vector after the projection, and it is learnt too.
Go through Eq. (2) once more, symbol by symbol."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    return n_heads * (2 * d_in * d_hid + d_in * d_o) + n_heads * d_o * d_out

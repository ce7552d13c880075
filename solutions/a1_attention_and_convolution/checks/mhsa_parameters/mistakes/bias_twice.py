"""You count the output bias twice. The layer has one such vector. Go through Eq. (2) once more, symbol by symbol."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    heads = n_heads * (2 * d_in * d_hid + d_in * d_o)
    return heads + n_heads * d_o * d_out + 2 * d_out

"""You divide the hidden and output sizes by the number of heads, as many libraries do. Here d_hid and d_o are already the
sizes of a single head. Look at the shapes of the matrices in Eqs. (1) and (2)."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    d_k = d_hid // n_heads
    d_v = d_o // n_heads
    per_head = 2 * d_in * d_k + d_in * d_v
    return n_heads * per_head + n_heads * d_v * d_out + d_out

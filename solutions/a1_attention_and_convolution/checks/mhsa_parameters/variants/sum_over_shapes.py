"""Adds up the shapes of all tensors."""


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    shapes = [(d_in, d_hid), (d_in, d_hid), (d_in, d_o)] * n_heads + [(n_heads * d_o, d_out), (1, d_out)]
    return sum(math.prod(shape) for shape in shapes)

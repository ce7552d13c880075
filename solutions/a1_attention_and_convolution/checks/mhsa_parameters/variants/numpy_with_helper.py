"""A helper, numpy's product, keyword arguments and a warning."""

import warnings


def _entries(*shape):
    return np.prod(shape)


def num_mhsa_parameters(n_heads, d_in, d_hid, d_o, d_out):
    warnings.warn("counting")
    heads = n_heads * (2 * _entries(d_in, d_hid) + _entries(d_in, d_o))
    return heads + _entries(n_heads, d_o, d_out) + d_out

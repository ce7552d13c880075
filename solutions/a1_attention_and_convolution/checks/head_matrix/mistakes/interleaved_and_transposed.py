"""Your matrix leads from the outputs to the inputs, and you take every so-many-th row of W_out. Eq. (2) puts whole heads next to each other, and
tokens are rows, so a matrix multiplies from the right."""


def head_matrix(W_v, W_out, h):
    return (W_v[h] @ W_out[h :: len(W_v)]).T

"""You sum over the features of the head before you multiply. A matrix product multiplies first and sums then. With
one feature per head the difference cannot be seen.
"""


def head_matrix(W_v, W_out, h):
    """The matrix W^(h) of head h, shape (d_in, d_out)."""
    d_o = W_v.shape[-1]
    return torch.einsum("io,pd->id", W_v[h], W_out[h * d_o : (h + 1) * d_o])

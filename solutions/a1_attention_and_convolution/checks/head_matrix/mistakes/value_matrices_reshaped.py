"""You reshape W_v so that the heads come second. That mixes heads and input channels; a reshape moves no axes.
Which axis of W_v counts the heads?
"""


def head_matrix(W_v, W_out, h):
    """The matrix W^(h) of head h, shape (d_in, d_out)."""
    heads, d_in, d_o = W_v.shape
    V = W_v.reshape(d_in, heads, d_o)[:, h]
    O = W_out.reshape(heads, d_o, W_out.shape[1])[h]
    return V @ O

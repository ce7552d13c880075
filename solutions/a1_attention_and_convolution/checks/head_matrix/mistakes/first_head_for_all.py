"""You return the matrix of the first head, whatever h is. Does your code use h, or is there a return inside a loop?"""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    return W_v[0] @ W_out[:d_o]

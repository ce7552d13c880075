"""Every head of yours uses the same first rows of W_out. Each head meets rows of its own. Does your block depend on h?"""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    return W_v[h] @ W_out[:d_o]

"""Every head of yours uses the value matrix of the first head. Each head has its own. Does every index in your code depend on h?"""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    return W_v[0] @ W_out[h * d_o : (h + 1) * d_o]

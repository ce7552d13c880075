"""You return the rows of W_out that head h meets. Tokens have input features, and they are projected to values before. What stands between Z and
W_out in Eq. (2)?"""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    return W_out[h * d_o : (h + 1) * d_o]

"""You return the matrices of all heads. The question asks for the one of head h, with d_in rows and d_out columns."""


def head_matrix(W_v, W_out, h):
    blocks = W_out.reshape(len(W_v), -1, W_out.shape[1])
    return W_v @ blocks

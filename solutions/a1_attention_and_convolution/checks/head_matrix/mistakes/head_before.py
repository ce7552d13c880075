"""You return the matrix of the head before. Heads are counted from 0. Check what your code does for head 0."""


def head_matrix(W_v, W_out, h):
    blocks = W_out.reshape(len(W_v), -1, W_out.shape[1])
    return W_v[h - 1] @ blocks[h - 1]

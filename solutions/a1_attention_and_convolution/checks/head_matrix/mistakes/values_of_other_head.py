"""Your rows of W_out are those of head h, but the value matrix is that of the head before it. Both should belong to head h, counted from 0."""


def head_matrix(W_v, W_out, h):
    blocks = W_out.reshape(len(W_v), -1, W_out.shape[1])
    return W_v[h - 1] @ blocks[h]

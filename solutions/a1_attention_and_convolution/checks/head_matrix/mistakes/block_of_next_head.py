"""Your value matrix is that of head h, but the rows of W_out are those of the head after it. Both should belong to head h, counted from 0."""


def head_matrix(W_v, W_out, h):
    blocks = W_out.reshape(len(W_v), -1, W_out.shape[1])
    return W_v[h] @ blocks[(h + 1) % len(W_v)]

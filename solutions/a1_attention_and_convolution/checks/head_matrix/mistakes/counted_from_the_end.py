"""You count the heads from the last to the first. The heads stand in order, from the first to the last. Check your matrix of head 0."""


def head_matrix(W_v, W_out, h):
    blocks = W_out.reshape(len(W_v), -1, W_out.shape[1])
    return W_v[-1 - h] @ blocks[-1 - h]

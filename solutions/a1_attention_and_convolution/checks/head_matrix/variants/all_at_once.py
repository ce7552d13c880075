"""All heads at once, then one; a further argument."""


def all_matrices(W_v, W_out):
    return W_v @ W_out.view(W_v.size(0), W_v.size(2), -1)


def head_matrix(W_v, W_out, h=0, *, check=True):
    if check:
        assert W_out.shape[0] == W_v.shape[0] * W_v.shape[2]
    return all_matrices(W_v, W_out)[h]

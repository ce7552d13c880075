"""You cut W_out into blocks of the wrong length. Its rows belong to the features that the heads put out, and every head has the same
number of them. Which axis of which matrix do you take the size from?"""


def head_matrix(W_v, W_out, h):
    heads, d, _ = W_v.shape
    return W_v[h] @ W_out[h * d : (h + 1) * d]

"""You cut W_out into blocks as long as the input features. Its rows belong to the output features of the heads, so the blocks have another length. Which axis of W_v do you
take the size from?"""


def head_matrix(W_v, W_out, h):
    heads, d, _ = W_v.shape
    return W_v[h] @ W_out[h * d : (h + 1) * d]

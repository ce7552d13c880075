"""You multiply with the value matrices of all heads added up. Head h has only its own. Which of them belongs to the h-th block?"""


def head_matrix(W_v, W_out, h):
    d_o = W_v.shape[-1]
    return W_v.sum(dim=0) @ W_out[h * d_o : (h + 1) * d_o]

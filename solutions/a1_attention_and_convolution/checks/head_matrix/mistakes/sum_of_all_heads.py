"""You return the sum of the matrices of all heads. Eq. (7) has one matrix for each head. What does only head h bring to the sum?"""


def head_matrix(W_v, W_out, h):
    side_by_side = W_v.permute(1, 0, 2).flatten(1)
    return side_by_side @ W_out

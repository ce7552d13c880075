"""You return the matrix of the last head, whatever h is. Does your code use h, or does a loop overwrite its result again and again?"""


def head_matrix(W_v, W_out, h):
    blocks = W_out.reshape(len(W_v), -1, W_out.shape[1])
    for W, block in zip(W_v, blocks):
        result = W @ block
    return result

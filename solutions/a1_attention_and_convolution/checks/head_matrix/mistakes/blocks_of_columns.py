"""You cut W_out along its columns. The heads stand next to each other in the rows that W_out multiplies, so each of them meets some rows and all columns. Look at the shape of W_out."""


def head_matrix(W_v, W_out, h):
    n_heads, d_in, d_o = W_v.shape
    block = W_out.chunk(n_heads, dim=1)[h]
    return W_v[h] @ block

"""You take the column of the attention matrix that belongs to q, not the row. A row holds how q looks at all keys and sums to 1; a column holds how all others look at q.
Check which index of the matrix is the query."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    width, height, d_in = Z.shape
    tokens = Z.reshape(-1, d_in)
    A = torch.softmax(tokens @ W_q @ W_k.T @ tokens.T, dim=-1)
    return A[:, q[0] * height + q[1]] @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = []
    for h in range(W_q.shape[0]):
        heads.append(self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]))
    return torch.cat(heads) @ W_out + b_out

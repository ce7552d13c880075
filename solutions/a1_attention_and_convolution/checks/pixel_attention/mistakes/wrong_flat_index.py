"""You find the query in the list of tokens by counting with the width. In a reshaped image the last pixel axis runs fastest, so the index must count in
steps of another length. Your code is right only for square images; try one that is not."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    width, height, d_in = Z.shape
    tokens = Z.reshape(-1, d_in)
    Q, K, V = tokens @ W_q, tokens @ W_k, tokens @ W_v
    index = q[0] * width + q[1]
    return torch.softmax(Q[index] @ K.T, dim=-1) @ V


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = []
    for h in range(W_q.shape[0]):
        heads.append(self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]))
    return torch.cat(heads) @ W_out + b_out

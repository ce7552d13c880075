"""You project the query pixel with the key matrix and the other pixels with the query matrix. The score of q and k is not symmetric. See which matrix
stands next to which token in the scores above Eq. (1)."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = (tokens @ W_q) @ (Z[q[0], q[1]] @ W_k)
    return torch.softmax(scores, dim=-1) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = []
    for h in range(W_q.shape[0]):
        heads.append(self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]))
    return torch.cat(heads) @ W_out + b_out

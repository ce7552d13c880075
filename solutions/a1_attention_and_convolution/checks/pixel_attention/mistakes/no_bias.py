"""You leave out the output bias. Eq. (2) ends with it, after the projection of the heads."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    query = Z[q[0], q[1]] @ W_q
    scores = tokens @ W_k @ query
    return torch.softmax(scores, dim=0) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = torch.stack([self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) for h in range(len(W_q))])
    return heads.reshape(-1) @ W_out

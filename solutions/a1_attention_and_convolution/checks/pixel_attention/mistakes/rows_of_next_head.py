"""You cut W_out into blocks that overlap: block h starts at row h. Every head brings several features, so the blocks are further apart. With one feature per head your code
works, with more it does not."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    query = Z[q[0], q[1]] @ W_q
    scores = tokens @ W_k @ query
    return torch.softmax(scores, dim=0) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    d_o = W_v.shape[-1]
    out = b_out.clone()
    for h in range(W_v.shape[0]):
        out += self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) @ W_out[h : h + d_o]
    return out

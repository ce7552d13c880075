"""You divide the scores by the square root of the head size, which this assignment leaves out, and you put the heads together feature by feature.
Compare with the line above Eq. (1), and look at what your stack and reshape do to the order."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = (Z[q[0], q[1]] @ W_q) @ (tokens @ W_k).T / math.sqrt(W_q.shape[-1])
    return torch.softmax(scores, dim=-1) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = [self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) for h in range(len(W_q))]
    return torch.stack(heads, dim=-1).reshape(-1) @ W_out + b_out

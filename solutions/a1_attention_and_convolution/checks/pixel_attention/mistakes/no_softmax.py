"""You divide the scores by their sum, without the exponential. Scores can be negative and their sum can be near zero, so these are no probabilities. Look at Eq. (1)."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = (Z[q[0], q[1]] @ W_q) @ (tokens @ W_k).T
    return (scores / scores.sum()) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = []
    for h in range(W_q.shape[0]):
        heads.append(self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]))
    return torch.cat(heads) @ W_out + b_out

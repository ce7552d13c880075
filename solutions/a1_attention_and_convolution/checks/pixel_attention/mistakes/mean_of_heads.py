"""Your heads are divided by their number. Eq. (2) puts them next to each other and projects them once; nothing is averaged."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = (Z[q[0], q[1]] @ W_q) @ (tokens @ W_k).T
    return torch.softmax(scores, dim=-1) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    d_o = W_v.shape[-1]
    heads = [self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) for h in range(len(W_q))]
    parts = [head @ W_out[h * d_o : (h + 1) * d_o] for h, head in enumerate(heads)]
    return sum(parts) / len(parts) + b_out

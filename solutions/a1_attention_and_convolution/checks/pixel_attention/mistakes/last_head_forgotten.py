"""Your layer leaves out the last head. A range ends before its last number, so look at its end."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = (Z[q[0], q[1]] @ W_q) @ (tokens @ W_k).T
    return torch.softmax(scores, dim=-1) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    d_o = W_v.shape[-1]
    out = torch.zeros_like(b_out)
    for h in range(len(W_q) - 1):
        out = out + self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) @ W_out[h * d_o : (h + 1) * d_o]
    return out + b_out

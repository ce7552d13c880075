"""You write into b_out itself. After the call the bias of the caller is another one, and the next call starts from
it. Start from something of your own.
"""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    query = Z[q[0], q[1]] @ W_q
    scores = tokens @ W_k @ query
    return torch.softmax(scores, dim=0) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    d_o = W_v.shape[-1]
    out = b_out
    for h in range(W_v.shape[0]):
        out += self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) @ W_out[h * d_o : (h + 1) * d_o]
    return out

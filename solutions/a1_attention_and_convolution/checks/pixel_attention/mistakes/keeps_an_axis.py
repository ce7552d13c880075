"""One head of yours returns a matrix with a single row. A single pixel has a vector as its output. Look at the shape of your query."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    query = Z[q[0], q[1]].unsqueeze(0) @ W_q  # (1, d_hid)
    attention = torch.softmax(query @ (tokens @ W_k).T, dim=-1)
    return attention @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = [self_attention_pixel(Z, q, *weights) for weights in zip(W_q, W_k, W_v)]
    return (torch.cat(heads, dim=-1) @ W_out + b_out).squeeze(0)

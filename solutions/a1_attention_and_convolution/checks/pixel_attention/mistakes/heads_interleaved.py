"""You put the heads together feature by feature: first the first feature of every head, then the second one. Eq. (2) puts whole heads next to each other, so that head h meets its own
block of rows of W_out. Look at what your stack and reshape do to the order."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    query = Z[q[0], q[1]] @ W_q
    scores = tokens @ W_k @ query
    return torch.softmax(scores, dim=0) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = [self_attention_pixel(Z, q, *weights) for weights in zip(W_q, W_k, W_v)]
    return torch.stack(heads, dim=-1).flatten() @ W_out + b_out

"""A layer with a single head is not projected in your code. Eq. (2) holds for any number of heads, also for one."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = (Z[q[0], q[1]] @ W_q) @ (tokens @ W_k).T
    return torch.softmax(scores, dim=-1) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    if W_q.shape[0] == 1:
        return self_attention_pixel(Z, q, W_q[0], W_k[0], W_v[0])
    heads = [self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) for h in range(len(W_q))]
    return torch.cat(heads) @ W_out + b_out

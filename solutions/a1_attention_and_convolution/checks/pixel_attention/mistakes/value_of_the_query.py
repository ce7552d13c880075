"""Your output is the value of the query pixel alone, whatever the other pixels hold. Each value belongs to a key pixel and gets that pixel's
probability. Over which pixel does the sum in Eq. (1) run?"""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = (Z[q[0], q[1]] @ W_q) @ (tokens @ W_k).T
    return torch.softmax(scores, dim=-1).sum() * (Z[q[0], q[1]] @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = [self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) for h in range(len(W_q))]
    return torch.cat(heads) @ W_out + b_out

"""You cast the inputs or the scores to single precision. When all scores are large, the small differences between them are lost. Leave the type of the inputs as it is."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    Z, W_q, W_k, W_v = Z.float(), W_q.float(), W_k.float(), W_v.float()
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = (Z[q[0], q[1]] @ W_q) @ (tokens @ W_k).T
    return torch.softmax(scores, dim=-1) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = [self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) for h in range(len(W_q))]
    return torch.cat(heads) @ W_out.float() + b_out.float()

"""Works in numpy and returns arrays."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    Z, W_q, W_k, W_v = (np.asarray(x) for x in (Z, W_q, W_k, W_v))
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = Z[q[0], q[1]] @ W_q @ (tokens @ W_k).T
    weights = np.exp(scores - scores.max())
    return weights / weights.sum() @ tokens @ W_v


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = [self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) for h in range(W_q.shape[0])]
    return np.concatenate(heads) @ W_out.numpy() + b_out.numpy()

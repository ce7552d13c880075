"""You read the query pixel with i and j exchanged. Images here are (width, height, channels), and i runs along the width. Your code fails as soon as the
image is not square; look at how you index Z."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    i, j = q
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = (Z[j, i] @ W_q) @ (tokens @ W_k).T
    return torch.softmax(scores, dim=-1) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = []
    for h in range(W_q.shape[0]):
        heads.append(self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]))
    return torch.cat(heads) @ W_out + b_out

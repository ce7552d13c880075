"""All heads in your layer are the last head. Does your loop keep every head, or does it overwrite one name again and again?"""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    scores = (Z[q[0], q[1]] @ W_q) @ (tokens @ W_k).T
    return torch.softmax(scores, dim=-1) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    for h in range(len(W_q)):
        head = self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h])
    return torch.cat([head] * len(W_q)) @ W_out + b_out

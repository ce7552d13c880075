"""You change the tokens in place. A reshaped tensor shares its memory with the image, so the image itself is
another one afterwards, and the next head or the next pixel sees that. Look for `*=`, `-=` and for methods that
end in an underscore.
"""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    query = Z[q[0], q[1]] @ W_q
    probabilities = torch.softmax(tokens @ W_k @ query, dim=0)
    tokens *= probabilities[:, None]
    return tokens.sum(dim=0) @ W_v


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    heads = []
    for h in range(W_q.shape[0]):
        heads.append(self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]))
    return torch.cat(heads) @ W_out + b_out

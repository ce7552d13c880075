"""Pixel by pixel, with numbers and the math module."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    width, height, _ = Z.shape
    i, j = q
    query = W_q.T @ Z[i, j]
    scores = {}
    for a in range(width):
        for b in range(height):
            scores[a, b] = float(torch.dot(query, W_k.T @ Z[a, b]))
    top = max(scores.values())
    total = sum(math.exp(score - top) for score in scores.values())
    out = torch.zeros(W_v.shape[1], dtype=Z.dtype)
    for (a, b), score in scores.items():
        out += math.exp(score - top) / total * (Z[a, b] @ W_v)
    return out


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    n_heads, _, d_o = W_v.shape
    result = b_out.clone()
    for h in range(n_heads):
        result += self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h]) @ W_out[h * d_o : (h + 1) * d_o]
    return result

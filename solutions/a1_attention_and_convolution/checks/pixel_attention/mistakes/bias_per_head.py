"""You add the output bias once for every head. It is added once, after the projection. Look at where it stands in Eq. (2) and where in your loop."""


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    tokens = Z.reshape(-1, Z.shape[-1])
    query = Z[q[0], q[1]] @ W_q
    scores = tokens @ W_k @ query
    return torch.softmax(scores, dim=0) @ (tokens @ W_v)


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    d_o = W_v.shape[-1]
    out = 0
    for h in range(W_v.shape[0]):
        head = self_attention_pixel(Z, q, W_q[h], W_k[h], W_v[h])
        out = out + head @ W_out[h * d_o : (h + 1) * d_o] + b_out
    return out

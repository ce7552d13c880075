"""Attention of the whole image by torch, then one row, with a print."""


def _image(Z, W_q, W_k, W_v):
    tokens = Z.flatten(0, -2)
    return F.scaled_dot_product_attention(tokens @ W_q, tokens @ W_k, tokens @ W_v, scale=1.0)


def self_attention_pixel(Z, q, W_q, W_k, W_v):
    print("image of", Z.shape)
    return _image(Z, W_q, W_k, W_v).unflatten(-2, Z.shape[:2])[..., q[0], q[1], :]


def multihead_pixel(Z, q, W_q, W_k, W_v, W_out, b_out):
    per_head = self_attention_pixel(Z, q, W_q, W_k, W_v)  # (heads, d_o)
    return F.linear(per_head.reshape(-1), W_out.T, b_out)

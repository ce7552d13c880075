"""Blocks by a view, product by einsum."""


def head_matrix(W_v, W_out, h):
    blocks = W_out.unflatten(0, (len(W_v), -1))  # (heads, d_o, d_out)
    return torch.einsum("io,op->ip", W_v[h], blocks[h])

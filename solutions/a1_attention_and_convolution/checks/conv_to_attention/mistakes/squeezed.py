"""You drop axes of length 1. With one input channel or one output channel your matrices lose an axis. Name the axes that you move instead of
squeezing."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - i, K // 2 - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = torch.stack([weight[:, :, i, j].T.squeeze() for i in range(K) for j in range(K)])
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

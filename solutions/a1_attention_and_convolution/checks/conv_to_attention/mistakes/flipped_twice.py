"""You flip the kernel and negate the centres as well. Each of the two turns the directions round, so together they do nothing. Take one pixel of the kernel and follow it through your code."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    half = K // 2
    centers = torch.tensor([[half - i, half - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    flipped = torch.flip(weight, dims=(2, 3))
    W_heads = flipped.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    b_out = bias if bias is not None else torch.zeros(c_out)
    return centers, W_heads, b_out

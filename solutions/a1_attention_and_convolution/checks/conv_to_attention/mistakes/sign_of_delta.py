"""Your heads look in the opposite direction. A kernel entry s reads the pixel q + s, but a head with centre Delta reads q - Delta. Set the two equal
and look at the sign. If you flip the kernel and negate the centres as well, the two undo each other."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    half = K // 2
    centers = torch.tensor([[i - half, j - half] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    b_out = bias if bias is not None else torch.zeros(c_out)
    return centers, W_heads, b_out

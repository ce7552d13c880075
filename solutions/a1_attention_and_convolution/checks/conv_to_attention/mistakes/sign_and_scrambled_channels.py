"""Your heads look in the opposite direction, and a reshape put the channels in the wrong places where a transposition was needed. A kernel entry s
reads q + s, a head q - Delta."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[i - K // 2, j - K // 2] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 0, 1).reshape(K * K, c_in, c_out)
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

"""When there is no bias you hand None on. The layer always has an output bias, as a vector. What must it hold to change nothing?"""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    half = K // 2
    centers = torch.tensor([[half - i, half - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    return centers, W_heads, bias

"""When there is no bias you return the single number 0. b_out is a vector with one entry per output channel, also when all of them are zero."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    half = K // 2
    centers = torch.tensor([[half - i, half - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    b_out = torch.tensor(0.0) if bias is None else bias
    return centers, W_heads, b_out

"""You return the centres and the matrices. The third part is missing: the output bias, also when the convolution has none."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - i, K // 2 - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    return centers, W_heads

"""You write into the caller's weight. The convolution that it belongs to computes something else afterwards. Look
for methods that end in an underscore and for assignments to slices.
"""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - i, K // 2 - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).clone().reshape(K * K, c_in, c_out)
    weight.zero_()
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

"""You write into the caller's bias. The convolution that it belongs to has another bias afterwards. Look for
methods that end in an underscore and for assignments to slices.
"""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - i, K // 2 - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    if bias is None:
        b_out = torch.zeros(c_out)
    else:
        b_out = bias.clone()
        bias.zero_()
    return centers, W_heads, b_out

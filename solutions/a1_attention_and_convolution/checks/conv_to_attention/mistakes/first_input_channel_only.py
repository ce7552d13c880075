"""Every row of your head matrices holds the weights of the first input channel. Which axis of the weight counts the input channels?"""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - i, K // 2 - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight[:, :1].permute(2, 3, 1, 0).reshape(K * K, 1, c_out).expand(-1, c_in, -1)
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

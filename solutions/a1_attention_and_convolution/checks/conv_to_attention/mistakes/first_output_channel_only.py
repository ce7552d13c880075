"""Every column of your head matrices holds the weights of the first output channel. Which axis of the weight counts the output channels?"""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - i, K // 2 - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight[:1].permute(2, 3, 1, 0).reshape(K * K, c_in, 1).expand(-1, -1, c_out)
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

"""All your heads hold the middle entry of the kernel. Each shift has an entry of its own. Does your index depend on both loops?"""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - i, K // 2 - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight[:, :, K // 2, K // 2].T.repeat(K * K, 1, 1)
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

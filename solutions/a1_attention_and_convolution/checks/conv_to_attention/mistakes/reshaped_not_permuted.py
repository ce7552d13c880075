"""You reshape the weight to the shape you want. That keeps the numbers in their order in memory and mixes up channels and kernel entries; axes have to be moved first. Try a kernel whose
entries are 0, 1, 2, ... and look where they go."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    half = K // 2
    centers = torch.tensor([[half - i, half - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.reshape(K * K, c_in, c_out)
    b_out = torch.zeros(c_out) if bias is None else bias
    return centers, W_heads, b_out

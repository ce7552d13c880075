"""You give every head its own share of the bias. In Eq. (7) the heads have matrices only, and the bias is added once at the end. It has one entry per output channel."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    half = K // 2
    centers = torch.tensor([[half - i, half - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    b_out = torch.zeros(c_out) if bias is None else bias / (K * K)
    return centers, W_heads, b_out

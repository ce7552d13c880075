"""Your head matrices have the output channels as rows. A token is a row and multiplies from the left, so the input channels must be the rows. Look at the order of the axes of the
weight and at the shape that is asked."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    half = K // 2
    centers = torch.tensor([[half - i, half - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 0, 1).reshape(K * K, c_out, c_in)
    b_out = torch.zeros(c_out) if bias is None else bias
    return centers, W_heads, b_out

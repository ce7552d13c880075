"""The two coordinates of your centres are exchanged, and your head matrices have the output channels as rows. The first kernel axis runs along i; and
a token is a row, so the input channels must be the rows."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - j, K // 2 - i] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 0, 1).reshape(K * K, c_out, c_in)
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

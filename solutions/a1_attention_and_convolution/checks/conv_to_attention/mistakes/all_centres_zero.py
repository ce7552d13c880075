"""All your heads look at the query pixel itself. Each entry of the kernel reads another pixel; which head takes its part?"""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.zeros(K * K, 2, dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

"""You exchange the channels and then reshape. The kernel axes still come last, so a reshape mixes them up with the channels; they have to be moved to
the front first. Try a kernel whose entries are 0, 1, 2, ..."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - i, K // 2 - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.transpose(0, 1).reshape(K * K, c_in, c_out)
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

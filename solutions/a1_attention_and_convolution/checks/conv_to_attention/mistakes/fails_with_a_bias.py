"""Your code fails as soon as there is a bias. If it asks whether the bias is true, such as `bias or ...`, that has no answer for a tensor with
several entries. Ask whether it is None."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - i, K // 2 - j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    b_out = bias or torch.zeros(c_out)
    return centers, W_heads, b_out

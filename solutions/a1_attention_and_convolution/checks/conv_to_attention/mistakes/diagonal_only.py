"""You make one head for each row of the kernel. A kernel of K by K entries has more shifts than that. Which of them are missing in your list?"""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[K // 2 - i, K // 2 - i] for i in range(K)], dtype=weight.dtype)
    W_heads = torch.stack([weight[:, :, i, i].T for i in range(K)])
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

"""You wrote the size of a 3 x 3 kernel into your loops as a number. Other kernels have more or fewer entries. Take the size from the weight."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[1 - i, 1 - j] for i in range(3) for j in range(3)], dtype=weight.dtype)
    W_heads = torch.stack([weight[:, :, i, j].T for i in range(3) for j in range(3)])
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

"""Some shifts have no head. A range ends before its last number, so look at its end. How many heads does a 3 x 3 kernel need?"""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    shifts = range(-(K // 2), K // 2)
    centers = torch.tensor([[-a, -b] for a in shifts for b in shifts], dtype=weight.dtype)
    W_heads = torch.stack([weight[:, :, a + K // 2, b + K // 2].T for a in shifts for b in shifts])
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

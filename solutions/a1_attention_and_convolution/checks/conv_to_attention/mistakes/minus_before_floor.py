"""Your centres are shifted by one pixel. In Python -K // 2 rounds down after the minus, so for K = 3 it is -2; and (K + 1) // 2 is one entry behind
the middle. Look at the set of shifts in Eq. (5)."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    shifts = range(-K // 2, K - K // 2 - 1)
    centers = -torch.tensor([[a, b] for a in shifts for b in shifts], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

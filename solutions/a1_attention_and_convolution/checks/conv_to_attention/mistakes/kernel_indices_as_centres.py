"""Your centres are the indices of the kernel entries. They run from 0, but the shift 0 belongs to the middle of the kernel, and a head reads q -
Delta. Look at the set of shifts in Eq. (5)."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    centers = torch.tensor([[i, j] for i in range(K) for j in range(K)], dtype=weight.dtype)
    W_heads = weight.permute(2, 3, 1, 0).reshape(K * K, c_in, c_out)
    b_out = torch.zeros(c_out, dtype=weight.dtype) if bias is None else bias
    return centers, W_heads, b_out

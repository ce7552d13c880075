"""Flips the kernel and lists the centres in rising order."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    line = torch.arange(K, dtype=weight.dtype) - (K - 1) // 2
    grid = torch.meshgrid(line, line, indexing="ij")
    centers = torch.stack(grid, dim=-1).reshape(-1, 2)
    W_heads = torch.einsum("oikl->klio", weight.flip(2, 3)).reshape(-1, c_in, c_out)
    return centers, W_heads, weight.new_zeros(c_out) if bias is None else bias

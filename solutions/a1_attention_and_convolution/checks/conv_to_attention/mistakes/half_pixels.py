"""Your centres lie between the pixels, because half of an odd number is not whole. Eq. (5) rounds down. No head can look at exactly one pixel like this."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    shifts = torch.arange(K, dtype=weight.dtype) - K / 2
    centers = -torch.cartesian_prod(shifts, shifts)
    W_heads = weight.permute(2, 3, 1, 0).flatten(0, 1)
    b_out = torch.zeros(c_out) if bias is None else bias
    return centers, W_heads, b_out

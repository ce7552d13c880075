"""You go through the kernel with its two axes exchanged, while your centres are listed i first. The matrices then stand beside the wrong centres. Compare the order of the axes in your
permutation with the order of your centres."""


def conv_to_attention(weight, bias):
    c_out, c_in, K, _ = weight.shape
    shifts = torch.arange(K) - K // 2
    centers = -torch.cartesian_prod(shifts, shifts)
    W_heads = weight.permute(3, 2, 1, 0).reshape(K * K, c_in, c_out)
    b_out = torch.zeros(c_out) if bias is None else bias
    return centers, W_heads, b_out
